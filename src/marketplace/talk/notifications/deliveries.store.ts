import type { Queryable, Transaction } from '#engine/database/database.ts';
import type { PlannedDelivery } from '#rules/notifications/plan-deliveries.ts';
import {
  type DeliveryChannel,
  defaultPreferences,
  type NotificationCategory,
  type NotificationPreferences,
} from '#rules/notifications/preferences.ts';

const switches = Object.keys(defaultPreferences);
const chosen = `jsonb_build_object(${switches.map((name) => `'${name}', p.${name}`).join(', ')})`;
// Whoever has no row, in a database restored from an old backup, has the defaults.
const preferencesSql = `case when p.id is null then $1::jsonb else ${chosen} end as preferences`;
const defaultsJson = JSON.stringify(defaultPreferences);

/** Whom a notification is for: the language it is written in, and what was chosen. */
export type Receiver = { id: string; language: string; preferences: NotificationPreferences };

/** What each of these accounts chose, by its id. */
export async function findReceivers(db: Queryable, users: readonly string[]): Promise<Map<string, Receiver>> {
  const rows = await db.query<Receiver>(
    `select u.id, u.language, ${preferencesSql}
     from users u left join notification_preferences p on p."user" = u.id where u.id = any($2)`,
    [defaultsJson, users],
  );
  return new Map(rows.map((receiver) => [receiver.id, receiver]));
}

export type NewDelivery = PlannedDelivery & {
  notification: string;
  category: NotificationCategory;
  isRequired: boolean;
};

/** Writes down what is to go out; nothing for a notification and channel that are written down already. */
export async function insertDeliveries(db: Queryable, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await db.query(
    `insert into _deliveries (notification, channel, category, required, due)
     select d.notification, d.channel, d.category, d."isRequired", to_timestamp(d."dueMs" / 1000)
     from jsonb_to_recordset($1::jsonb)
       as d(notification text, channel text, category text, "isRequired" boolean, "dueMs" double precision)
     on conflict do nothing`,
    [JSON.stringify(deliveries)],
  );
}

export type Delivery = {
  id: number;
  channel: DeliveryChannel;
  category: NotificationCategory;
  isRequired: boolean;
  dueMs: number;
  notification: string;
  title: string;
  message: string;
  link: string;
  isRead: boolean;
  user: string;
  name: string;
  email: string;
  phone: string;
  isPhoneProved: boolean;
  language: string;
  preferences: NotificationPreferences;
};

const deliverySql = `select d.id::double precision as id, d.channel, d.category, d.required as "isRequired",
    (extract(epoch from d.due) * 1000)::double precision as "dueMs", n.id as notification, n.title, n.message, n.link,
    n.read as "isRead", u.id as "user", u.name, u.email, u.phone, u."phoneProved" is not null as "isPhoneProved", u.language, ${preferencesSql}
  from _deliveries d
  join notifications n on n.id = d.notification
  join users u on u.id = n."user"
  left join notification_preferences p on p."user" = u.id`;

/** Deliveries that are due, the oldest first, held until the end of the transaction; those that another server holds are left out. */
export function takeDueDeliveries(tx: Transaction, nowMs: number, limit: number): Promise<Delivery[]> {
  return tx.query<Delivery>(
    `${deliverySql} where d.status = 'waiting' and d.due <= to_timestamp($2::double precision / 1000)
     order by d.due, d.id limit $3 for update of d skip locked`,
    [defaultsJson, nowMs, limit],
  );
}

/** The mail of a notification that goes out whatever is chosen, if it has not yet, held until the end of the transaction. */
export function takeDemandedMail(tx: Transaction, notification: string): Promise<Delivery[]> {
  return tx.query<Delivery>(
    `${deliverySql} where d.notification = $2 and d.channel = 'email' and d.required and d.status = 'waiting' for update of d`,
    [defaultsJson, notification],
  );
}

/** The delivery of that id while it stands in the job queue. */
export async function findQueuedDelivery(db: Queryable, id: number): Promise<Delivery | undefined> {
  const rows = await db.query<Delivery>(`${deliverySql} where d.status = 'queued' and d.id = $2`, [defaultsJson, id]);
  return rows[0];
}

/** The ids of all deliveries that jobs are to do. */
export function findQueuedDeliveries(db: Queryable): Promise<{ delivery: number }[]> {
  return db.query(`select id::double precision as delivery from _deliveries where status = 'queued' order by id`);
}

/** Says how far deliveries are. */
export async function markDeliveries(
  db: Queryable,
  ids: readonly number[],
  status: 'queued' | 'sent' | 'dropped',
): Promise<void> {
  if (ids.length === 0) return;
  await db.query('update _deliveries set status = $2 where id = any($1)', [ids, status]);
}

/** Lets a queued delivery wait until later. */
export async function putOffDelivery(db: Queryable, id: number, dueMs: number): Promise<void> {
  await db.query(
    `update _deliveries set status = 'waiting', due = to_timestamp($2::double precision / 1000)
     where id = $1 and status = 'queued'`,
    [id, dueMs],
  );
}

/** Whether money that a person sends may go to the number of an account (`takes_money`). */
export async function takesMoney(db: Queryable, user: string): Promise<boolean> {
  const rows = await db.query('select 1 from users u where id = $1 and takes_money(u)', [user]);
  return rows.length > 0;
}
