import type { Queryable } from '#engine/database/database.ts';
import { deleteRecoveryCodes } from './recovery-codes.store.ts';

export type OwnFactors = { totp: number; passkeys: number };

/** How many apps and passkeys an account can be signed in to with. */
export async function countOwnFactors(db: Queryable, user: string): Promise<OwnFactors> {
  const [row] = await db.query<OwnFactors>(
    `select (select count(*) from totp_devices where "user" = $1 and _secret <> '')::integer as totp,
       (select count(*) from passkeys where "user" = $1 and _credential is not null)::integer as passkeys`,
    [user],
  );
  return row ?? { totp: 0, passkeys: 0 };
}

/** Takes the recovery codes and the apps off an account, and the passkeys where they are to go as well. */
export async function deleteOwnFactors(
  tx: Queryable,
  { user, withPasskeys }: { user: string; withPasskeys: boolean },
): Promise<void> {
  await deleteRecoveryCodes(tx, user);
  await tx.query('delete from totp_devices where "user" = $1', [user]);
  if (!withPasskeys) return;
  await tx.query('delete from passkeys where "user" = $1', [user]);
  await tx.query('delete from _passkey_challenges where "user" = $1', [user]);
}

/** When the first of an account's apps and passkeys was added, in epoch milliseconds; undefined without any. */
export async function findFirstAdded(db: Queryable, user: string): Promise<number | undefined> {
  const [row] = await db.query<{ ms: number | null }>(
    `select (extract(epoch from min(created)) * 1000)::double precision as ms from (
       select created from totp_devices where "user" = $1 and _secret <> ''
       union all select created from passkeys where "user" = $1 and _credential is not null) as factors`,
    [user],
  );
  return row?.ms ?? undefined;
}
