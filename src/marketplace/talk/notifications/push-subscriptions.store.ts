import type { Queryable } from '#engine/database/database.ts';

export type StoredSubscription = { id: string; endpoint: string; p256dh: string; auth: string };

/** So many browsers an account is told in; who subscribes one more has forgotten the oldest. */
const most = 20;

/** The browsers of an account, the newest first. */
export function findSubscriptions(db: Queryable, user: string): Promise<StoredSubscription[]> {
  return db.query(
    `select id, endpoint, p256dh, auth from push_subscriptions where "user" = $1 order by created desc, _seq desc limit $2`,
    [user, most],
  );
}

/** Forgets a browser that its push service no longer knows. */
export async function deleteSubscription(db: Queryable, id: string): Promise<void> {
  await db.query('delete from push_subscriptions where id = $1', [id]);
}

/** Says which session had a browser told: one that is ended is told of nothing more. */
export async function noteSession(tx: Queryable, id: string, session: string): Promise<void> {
  await tx.query('update push_subscriptions set _session = $2 where id = $1', [id, session]);
}

/** A browser that now belongs to `user` no longer belongs to who used it before. */
export async function takeOverEndpoint(db: Queryable, endpoint: string, user: string): Promise<void> {
  await db.query('delete from push_subscriptions where endpoint = $1 and "user" <> $2', [endpoint, user]);
}

/** Forgets the browsers of an account that are more than it may have, the oldest first. */
export async function deleteOldSubscriptions(db: Queryable, user: string): Promise<void> {
  await db.query(
    `delete from push_subscriptions where "user" = $1 and id not in
       (select id from push_subscriptions where "user" = $1 order by created desc, _seq desc limit $2)`,
    [user, most],
  );
}
