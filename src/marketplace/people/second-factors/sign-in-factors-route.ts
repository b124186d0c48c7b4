import { findHalfSignIn } from '#engine/auth/answer-challenge.ts';
import type { Engine } from '#engine/engine.ts';
import { readForm } from '#engine/forms/read-form.ts';
import type { Route } from '#engine/http/route.ts';
import type { SignInFactor, SignInFactorsAnswer } from '#wire/account.ts';
import { usersOf } from '../users/require-user.ts';
import { answerPrivately } from './answer-privately.ts';
import { hasOwnFactor } from './has-own-factor.ts';
import { countOwnFactors } from './own-factors.store.ts';
import { countRecoveryCodes } from './recovery-codes.store.ts';
import { relyingParty } from './relying-party.ts';

/**
 * `POST /api/marketplace/sign-in-factors {mfaId}`: the ways to finish a half-finished sign-in, the best first: `{factors}`. Nobody learns them without
 * the first half.
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
      const usual = (await hasOwnFactor(engine.db, user)) ? own : others;
      const recovery = (await countRecoveryCodes(engine.db, user)) > 0 ? (['recovery'] as const) : [];
      const factors: SignInFactor[] = [...usual, ...recovery];
      return answerPrivately({ factors });
    },
  };
}
