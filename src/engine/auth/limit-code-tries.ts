import type { Engine } from '../engine.ts';
import type { RequestContext } from '../http/route.ts';
import { forgetAttempts, refuseTooManyAttempts, takeBackAttempt } from '../limits/count-attempt.ts';
import type { AuthCollection } from './auth-context.ts';
import { codeStandingOf } from './code-standing.ts';

const maxTries = { max: 5, seconds: 180 };
/** From all machines together. */
const maxTriesOfOneCode = 5;
/**
 * Wrong codes of one account, from all places that it was never signed in from together: with six digits 400 in any 24 hours (two windows may
 * touch) are a chance of 0.04 %. The places it was signed in from have tries of their own, and so has whoever knew the password just now, so that no
 * stranger uses up the owner's.
 */
const strangeTries = [
  { max: 50, seconds: 3600 },
  { max: 200, seconds: 86_400 },
] as const;
const knownTries = [
  { max: 30, seconds: 3600 },
  { max: 100, seconds: 86_400 },
] as const;

type Tried = {
  collection: AuthCollection;
  /** The account; empty where there is none yet. */
  recordRef: string;
  /** The account, or the address of one that is to be made. */
  target: string;
  /** What was sent, or begun, that the tries are of: it takes five. */
  code: string;
  /** The half-finished sign-in that was checked already; else the request names it. */
  mfaId?: string;
  message: string;
};

/**
 * Counts a try of a code of six digits before it is looked at, and answers how to take it back when it was right. Mailed codes and those of apps are counted
 * together: each is as easily guessed, and opens the same account.
 */
export async function limitCodeTries(
  engine: Engine,
  request: RequestContext,
  { collection, recordRef, target, code, mfaId, message }: Tried,
): Promise<() => Promise<void>> {
  await refuseTooManyAttempts(engine, { key: `otp:${collection.id}:${target}:${request.ip}`, ...maxTries, message });
  const seconds = collection.auth.otp.duration;
  await refuseTooManyAttempts(engine, { key: `code:${code}`, max: maxTriesOfOneCode, seconds, message });
  const standing = await codeStandingOf(engine, request, { collection, recordRef, mfaId });
  const key = `codes-tried:${collection.id}:${target}:${standing}`;
  const limits = (standing === 'strange' ? strangeTries : knownTries).map((limit) => ({
    ...limit,
    key: `${key}:${limit.seconds}`,
  }));
  for (const limit of limits) await refuseTooManyAttempts(engine, { ...limit, message });
  return async () => {
    await forgetAttempts(engine, `code:${code}`);
    // One back and not all: a stranger must not begin from the start whenever the owner signs in.
    for (const limit of limits) await takeBackAttempt(engine, limit);
  };
}
