import type { Queryable, Row } from '#engine/database/database.ts';

export type NewNotification = {
  id: string;
  user: string;
  title: string;
  message: string;
  type: 'user' | 'payment' | 'system' | 'security';
  link: string;
  /** The same key twice is one notification. */
  key: string;
};

/** Inserts the notifications whose keys are new and answers their rows. */
export function insertNotifications(db: Queryable, items: readonly NewNotification[], nowMs: number): Promise<Row[]> {
  return db.query(
    `insert into notifications (id, "user", title, message, type, link, _key, created, updated)
     select n.id, n."user", n.title, n.message, n.type, n.link, n.key, t.now, t.now
     from jsonb_to_recordset($1::jsonb)
       as n(id text, "user" text, title text, message text, type text, link text, key text),
       (select to_timestamp($2::double precision / 1000) as now) t
     on conflict (_key) do nothing
     returning *`,
    [JSON.stringify(items), nowMs],
  );
}

/** Marks everything as read that was told to an account by `nowMs`; answers the rows that were not read before. */
export function readAllNotifications(db: Queryable, user: string, nowMs: number): Promise<Row[]> {
  return db.query(
    `update notifications set read = true, updated = to_timestamp($2::double precision / 1000)
     where "user" = $1 and not read and created <= to_timestamp($2::double precision / 1000) returning *`,
    [user, nowMs],
  );
}

/** Marks an account's notifications of one link as read; answers the rows that were not read before. */
export function readLinkedNotifications(
  db: Queryable,
  { user, link, nowMs }: { user: string; link: string; nowMs: number },
): Promise<Row[]> {
  return db.query(
    `update notifications set read = true, updated = to_timestamp($3::double precision / 1000)
     where "user" = $1 and link = $2 and not read returning *`,
    [user, link, nowMs],
  );
}
