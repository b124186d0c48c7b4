import { signedInSince } from '#engine/auth/signed-in-since.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type FieldError } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { countOwnFactors } from './own-factors.store.ts';

/** How long ago somebody may have signed in to change what opens their account. */
export const freshMs = 10 * 60_000;

/**
 * Refuses who has signed in too long ago, or by less than the account asks for: a stolen token must not be enough to change what the account is opened by, nor
 * must the mailbox where the account has a factor of its own. 400 with a code at `field`.
 */
export async function requireFreshSignIn(
  engine: Engine,
  auth: AuthRecord,
  { field, message }: { field: string; message: string },
): Promise<void> {
  const hindrance = await freshHindrance(engine, auth);
  if (hindrance) throw badRequest(message, { [field]: hindrance });
}

async function freshHindrance(engine: Engine, auth: AuthRecord): Promise<FieldError | undefined> {
  const sinceMs = (await signedInSince(engine.db, auth)) ?? 0;
  if (engine.clock.nowMs() - sinceMs > freshMs) {
    return { code: 'needs_recent_sign_in', message: 'Sign in again first.' };
  }
  const isOn = auth.row.twoFactor === true;
  const { totp, passkeys } = await countOwnFactors(engine.db, auth.id);
  if (isOn && totp + passkeys > 0) return auth.secondFactor === 'own' ? undefined : needsOwnFactor;
  // With a factor of their choice staff who showed the password alone would have shown both.
  return (isOn || auth.isLimited) && auth.secondFactor === 'none' ? needsSecondFactor : undefined;
}

const needsOwnFactor = {
  code: 'needs_own_factor',
  message: 'Sign in again with your authenticator app, a passkey or a recovery code first.',
};
const needsSecondFactor = {
  code: 'needs_second_factor',
  message: 'Turn on two-factor sign-in, and sign in again with the mailed code first.',
};
