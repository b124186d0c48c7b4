import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { badRequest } from '../http/api-error.ts';
import { newId } from '../random.ts';
import { satisfiesRule } from '../records/satisfies-rule.ts';
import { wireDate } from '../wire-date.ts';
import type { AuthCollection } from './auth-context.ts';
import { deleteChallenge, findChallenge, insertChallenge } from './challenges.store.ts';

type Factor = { collection: AuthCollection; row: Row; method: string; by: RuleRequest };

/** Whether this was the second half, or no second one is needed; else the id of a challenge, to be answered with another method. */
type SecondFactor = { isPassed: boolean } | { challenge: string };

/** 400 for a challenge that is unknown, over, somebody else's, or begun with the same method (wire contract, section 11.3). */
export async function checkSecondFactor(engine: Engine, factor: Factor): Promise<SecondFactor> {
  const { collection, row, method, by } = factor;
  if (!(await asksSecondFactor(engine, factor))) return { isPassed: false };
  const mfaId = readMfaId(by);
  const nowMs = engine.clock.nowMs();
  if (mfaId === '') {
    const id = newId(engine.random);
    const challenge = { id, collectionRef: collection.id, recordRef: String(row.id), method };
    await insertChallenge(engine.db, challenge, wireDate(nowMs));
    return { challenge: id };
  }
  const challenge = await findChallenge(engine.db, mfaId);
  const isOver = !challenge || challenge.created.getTime() <= nowMs - collection.auth.mfa.duration * 1000;
  if (challenge && isOver) await deleteChallenge(engine.db, mfaId);
  if (isOver) throw badRequest('Invalid or expired MFA session.');
  if (challenge.recordRef !== row.id || challenge.collectionRef !== collection.id) {
    throw badRequest('Invalid MFA session.');
  }
  if (challenge.method === method) throw badRequest('A different authentication method is required.');
  // Of two second halves at the same moment one finds the challenge taken.
  if (!(await deleteChallenge(engine.db, mfaId))) throw badRequest('Invalid or expired MFA session.');
  return { isPassed: true };
}

/** True when signing in to an account needs two methods. */
export async function asksSecondFactor(
  engine: Engine,
  { collection, row, by }: Pick<Factor, 'collection' | 'row' | 'by'>,
): Promise<boolean> {
  const { enabled, rule } = collection.auth.mfa;
  if (!enabled) return false;
  return rule === '' || satisfiesRule(engine, { collection, rule, recordId: String(row.id), request: by });
}

/** The half-finished sign-in that a request goes on with; empty for none. */
export function readMfaId({ query, body }: RuleRequest): string {
  if (query.mfaId) return query.mfaId;
  const { mfaId = '' } = body;
  if (mfaId !== null && typeof mfaId !== 'string') throw badRequest('Failed to read MFA Id.');
  return mfaId ?? '';
}
