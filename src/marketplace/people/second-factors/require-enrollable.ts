import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';

/**
 * Refuses a new second factor unless the address is proved and the last sign-in was recent. Otherwise a stranger who registered the address first could keep its
 * owner out of the account.
 */
export async function requireEnrollable(engine: Engine, user: AuthRecord, message: string): Promise<void> {
  if (user.row.verified !== true) {
    throw badRequest(message, { name: { code: 'email_not_verified', message: 'Verify your email address first.' } });
  }
  await requireFreshSignIn(engine, user, { field: 'name', message });
}
