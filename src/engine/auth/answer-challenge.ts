import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { badRequest } from '../http/api-error.ts';
import type { Answer, RequestContext } from '../http/route.ts';
import { findRow } from '../records/record-store.ts';
import { type AuthAnswer, answerAuth } from './answer-auth.ts';
import type { AuthCollection } from './auth-context.ts';
import { findChallenge } from './challenges.store.ts';
import type { OwnMethod } from './check-second-factor.ts';

type Proof = {
  collection: AuthCollection;
  /** The half-finished sign-in; the request's body or query must carry it, too. */
  mfaId: string;
  method: OwnMethod;
  /** Throws when the person can't show that the account is theirs. Called at most once, for a challenge that is there. */
  prove: (row: Row) => Promise<void>;
};

/**
 * Finishes a sign-in of two factors with a proof that the record API has no call for. 400 for a challenge that is unknown or over; what the
 * proof throws otherwise.
 */
export async function answerChallenge(
  engine: Engine,
  request: RequestContext,
  proof: Proof,
): Promise<Answer<AuthAnswer>> {
  const { collection, mfaId, method, prove } = proof;
  const { row } = await findHalfSignIn(engine, { collection, mfaId });
  await prove(row);
  return answerAuth(engine, request, { collection, row, method });
}

/** A sign-in after its first half: whose, and what that was. 400 for one that is unknown or over. */
export async function findHalfSignIn(
  engine: Engine,
  { collection, mfaId }: Pick<Proof, 'collection' | 'mfaId'>,
): Promise<{ row: Row; first: string }> {
  const challenge = await findChallenge(engine.db, mfaId);
  const isOver =
    !challenge ||
    challenge.collectionRef !== collection.id ||
    challenge.created.getTime() <= engine.clock.nowMs() - collection.auth.mfa.duration * 1000;
  const row = isOver ? undefined : await findRow(engine.db, collection, challenge.recordRef);
  if (!challenge || !row) throw badRequest('Invalid or expired MFA session.');
  return { row, first: challenge.method };
}
