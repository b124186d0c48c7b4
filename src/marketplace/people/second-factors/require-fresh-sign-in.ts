import { signedInSince } from '#engine/auth/signed-in-since.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type FieldError } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { hasOwnFactor } from './has-own-factor.ts';

/** How long ago somebody may have signed in to change what opens their account, or where their money goes. */
export const freshMs = 10 * 60_000;

type Refusal = {
  field: string;
  message: string;
  /** False: of an account whose second half is the mailbox, a sign-in without the mailed code is enough. */
  needsMailedCode?: boolean;
};

/**
 * Refuses people whose last sign-in was too long ago, or took less than the account asks for. A stolen token must not be enough to change what opens the
 * account or where its money goes. Nor must the mailbox, where the account has a factor of its own. 400 with a code at `field`.
 */
export async function requireFreshSignIn(engine: Engine, auth: AuthRecord, refusal: Refusal): Promise<void> {
  const hindrance = await freshHindrance(engine, auth, refusal);
  if (hindrance) throw badRequest(refusal.message, { [refusal.field]: hindrance });
}

async function freshHindrance(
  engine: Engine,
  auth: AuthRecord,
  { needsMailedCode = true }: Refusal,
): Promise<FieldError | undefined> {
  const sinceMs = (await signedInSince(engine.db, auth)) ?? 0;
  if (engine.clock.nowMs() - sinceMs > freshMs) {
    return { code: 'needs_recent_sign_in', message: 'Sign in again first.' };
  }
  const isOn = auth.row.twoFactor === true;
  if (isOn && (await hasOwnFactor(engine.db, auth.id))) return auth.secondFactor === 'own' ? undefined : needsOwnFactor;
  if (!needsMailedCode || auth.secondFactor !== 'none') return undefined;
  if (isOn) return needsBothHalves;
  // Staff who showed the password alone could add a factor of their choice, and would then have shown both halves.
  return auth.isLimited ? needsSecondFactor : undefined;
}

const needsBothHalves = { code: 'needs_second_factor', message: 'Sign in again with the mailed code first.' };
const needsOwnFactor = {
  code: 'needs_own_factor',
  message: 'Sign in again with your authenticator app, a passkey or a recovery code first.',
};
const needsSecondFactor = {
  code: 'needs_second_factor',
  message: 'Turn on two-factor sign-in, and sign in again with the mailed code first.',
};
