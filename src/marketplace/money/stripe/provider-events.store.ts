import type Stripe from 'stripe';
import type { Queryable } from '#engine/database/database.ts';

/** Whether an event's effect is written down already. */
export async function hasTaken(db: Queryable, event: string): Promise<boolean> {
  return (await db.query('select from provider_events where id = $1', [event])).length > 0;
}

/** Writes down that an event was taken. */
export async function noteTaken(db: Queryable, { id, type, created }: Stripe.Event, nowMs: number): Promise<void> {
  await db.query(
    `insert into provider_events (id, type, created, taken)
     values ($1, $2, to_timestamp($3::double precision), to_timestamp($4::double precision / 1000)) on conflict do nothing`,
    [id, type, created, nowMs],
  );
}
