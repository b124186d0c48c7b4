import { answerChallenge } from '#engine/auth/answer-challenge.ts';
import type { Engine } from '#engine/engine.ts';
import { readForm } from '#engine/forms/read-form.ts';
import type { Answer, RequestContext } from '#engine/http/route.ts';
import type { ChallengeAnswer, SignInAnswer } from '#wire/account.ts';
import { usersOf } from '../users/require-user.ts';

/** What was typed at a half-finished sign-in, and whose sign-in that is. */
export type TypedCode = { request: RequestContext; mfaId: string; user: string; code: string };

type CodeProof = {
  by: 'totp' | 'recovery';
  /** Throws unless the code is right, and uses it up. */
  prove: (typed: TypedCode) => Promise<void>;
};

/** Finishes a sign-in by `{mfaId, code}` with a code that is not mailed. */
export async function signInByCode(
  engine: Engine,
  request: RequestContext,
  { by, prove }: CodeProof,
): Promise<Answer<SignInAnswer | ChallengeAnswer>> {
  const { mfaId, code } = await readForm(request, { mfaId: {}, code: {} });
  return answerChallenge(engine, request, {
    collection: usersOf(engine),
    mfaId,
    method: by,
    prove: ({ id }) => prove({ request, mfaId, user: String(id), code }),
  });
}
