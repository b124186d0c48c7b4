import type { Queryable } from '#engine/database/database.ts';

/** By which name a provider keeps the cards of somebody; undefined where it keeps none. */
export async function findCardCustomer(db: Queryable, user: string, provider: string): Promise<string | undefined> {
  const [row] = await db.query<{ customer: string }>(
    'select customer from card_customers where "user" = $1 and provider = $2 and "endedAt" is null',
    [user, provider],
  );
  return row?.customer;
}

type NewCustomer = { customer: string; provider: string; user: string; nowMs: number };

/**
 * Writes down by which name a provider keeps somebody's cards, and answers the name in force. Of two that were made at once the first one counts;
 * the provider is to forget the other, and the one of an account that ended meanwhile.
 */
export async function insertCardCustomer(db: Queryable, made: NewCustomer): Promise<string | undefined> {
  const { customer, provider, user, nowMs } = made;
  await db.query(
    // An account that is being closed is waited for, and waits: its row or the trigger of its end is seen.
    `with owner as (select 1 from users where id = $3 and _closed is null for share)
     insert into card_customers (customer, provider, "user", created, "endedAt")
     select $1, $2, $3, t.at,
       case when exists (select from owner)
         and not exists (select from card_customers where "user" = $3 and provider = $2 and "endedAt" is null) then null else t.at end
     from (select to_timestamp($4::double precision / 1000) as at) t
     on conflict do nothing`,
    [customer, provider, user, nowMs],
  );
  return findCardCustomer(db, user, provider);
}

/** Nobody is to use these any more: the provider forgets them. Of one account, or one that the provider does not know. */
export async function endCardCustomers(db: Queryable, { user, nowMs }: { user: string; nowMs: number }): Promise<void> {
  await db.query(
    `update card_customers set "endedAt" = to_timestamp($2::double precision / 1000) where "user" = $1 and "endedAt" is null`,
    [user, nowMs],
  );
}

/** Those that the provider is to forget, the oldest first. */
export async function findEndedCustomers(db: Queryable, provider: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ customer: string }>(
    'select customer from card_customers where provider = $1 and "endedAt" is not null order by "endedAt" limit $2',
    [provider, limit],
  );
  return rows.map(({ customer }) => customer);
}

export async function deleteCardCustomer(db: Queryable, customer: string): Promise<void> {
  await db.query('delete from card_customers where customer = $1 and "endedAt" is not null', [customer]);
}
