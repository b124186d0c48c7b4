import { answerChallenge } from '#engine/auth/answer-challenge.ts';
import type { Engine } from '#engine/engine.ts';
import { readForm } from '#engine/forms/read-form.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import type { ChallengeAnswer, SignInAnswer } from '#wire/account.ts';
import { usersOf } from '../users/require-user.ts';

/** What was typed at a half-finished sign-in, and whose sign-in that is. */
export type TypedCode = { request: RequestContext; mfaId: string; user: string; code: string };

type CodeSignIn = {
  path: string;
  method: 'totp' | 'recovery';
  /** Throws unless the code is right, and uses it up. */
  prove: (typed: TypedCode) => Promise<void>;
};

/** A route that finishes a sign-in with a code that is not mailed: `{mfaId, code}`; answers `{token, record}`. */
export function codeSignInRoute(
  engine: Engine,
  { path, method, prove }: CodeSignIn,
): Route<SignInAnswer | ChallengeAnswer> {
  return {
    method: 'POST',
    path,
    async handle(request) {
      const { mfaId, code } = await readForm(request, { mfaId: {}, code: {} });
      return answerChallenge(engine, request, {
        collection: usersOf(engine),
        mfaId,
        method,
        prove: ({ id }) => prove({ request, mfaId, user: String(id), code }),
      });
    },
  };
}
