import type { Queryable } from '#engine/database/database.ts';
import { countOwnFactors } from './own-factors.store.ts';

/** Whether an account can be signed in to with an authenticator app or a passkey. */
export async function hasOwnFactor(db: Queryable, user: string): Promise<boolean> {
  const { totp, passkeys } = await countOwnFactors(db, user);
  return totp + passkeys > 0;
}
