import type { Queryable } from '#engine/database/database.ts';

export type Owner = { id: string; name: string; address: string };

/** The open accounts with these addresses, in any case of letters. */
export function findOwners(db: Queryable, addresses: readonly string[]): Promise<Owner[]> {
  return db.query(
    `select id, name, lower(email) as address from users where email <> '' and lower(email) = any($1) and _closed is null`,
    [addresses.map((address) => address.toLowerCase())],
  );
}
