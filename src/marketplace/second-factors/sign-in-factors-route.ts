import { findHalfSignIn } from '#engine/auth/answer-challenge.ts';
import type { Engine } from '#engine/engine.ts';
import { readForm } from '#engine/forms/read-form.ts';
import type { Route } from '#engine/http/route.ts';
import type { SignInFactor, SignInFactorsAnswer } from '#wire/account.ts';
import { usersOf } from '../users/require-user.ts';
import { countOwnFactors } from './own-factors.store.ts';
import { countRecoveryCodes } from './recovery-codes.store.ts';
import { relyingParty } from './relying-party.ts';

/**
 * `POST /api/marketplace/sign-in-factors {mfaId}`: by what a half-finished sign-in may be finished, what is best first: `{factors}`. Only whoever has shown the
 * first half learns it.
 */
export function signInFactorsRoute(engine: Engine): Route<SignInFactorsAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/sign-in-factors',
    async handle(request) {
      const { mfaId } = await readForm(request, { mfaId: {} });
      const { row, first } = await findHalfSignIn(engine, { collection: usersOf(engine), mfaId });
      const user = String(row.id);
      const { totp, passkeys } = await countOwnFactors(engine.db, user);
      const own: SignInFactor[] = [
        ...(passkeys > 0 && relyingParty(engine) ? (['passkey'] as const) : []),
        ...(totp > 0 ? (['totp'] as const) : []),
      ];
      const others = (['otp', 'password'] as const).filter((method) => method !== first);
      const usual = totp + passkeys > 0 ? own : others;
      const recovery = (await countRecoveryCodes(engine.db, user)) > 0 ? (['recovery'] as const) : [];
      const factors: SignInFactor[] = [...usual, ...recovery];
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body: { factors } };
    },
  };
}
