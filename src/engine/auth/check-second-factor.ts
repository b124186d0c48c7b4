import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { badRequest } from '../http/api-error.ts';
import type { SecondFactor } from '../http/auth-record.ts';
import { newId } from '../random.ts';
import { satisfiesRule } from '../records/satisfies-rule.ts';
import { wireDate } from '../wire-date.ts';
import type { AuthCollection } from './auth-context.ts';
import { deleteChallenge, findChallenge, insertChallenge } from './challenges.store.ts';

type Factor = { collection: AuthCollection; row: Row; method: string; by: RuleRequest };

const ownMethods = ['recovery', 'totp', 'passkey'] as const;

/** Methods that whoever has the account's mailbox has not: second halves, but for a passkey, which is both in one. */
export type OwnMethod = (typeof ownMethods)[number];

/** Whether a method is a factor of its own. */
export function isOwnMethod(method: string): method is OwnMethod {
  return ownMethods.some((own) => own === method);
}

/** By what the second half was passed, `none` where none is needed; else the id of a challenge, to be answered with another method. */
type Checked = { passed: SecondFactor } | { challenge: string };

/**
 * 400 for a challenge that is unknown, over, somebody else's, or begun with the same method (wire contract, section 11.3), and for a mailed code, a password or
 * an outside account where the account has a factor of its own. A passkey needs no challenge: it is something one has, unlocked by what one knows or is.
 */
export async function checkSecondFactor(engine: Engine, factor: Factor): Promise<Checked> {
  const { collection, row, method, by } = factor;
  if (method !== 'passkey' && !(await asksSecondFactor(engine, factor))) return { passed: 'none' };
  const mfaId = readMfaId(by);
  if (method === 'passkey' && mfaId === '') return { passed: 'own' };
  if (mfaId === '') {
    const id = newId(engine.random);
    const challenge = { id, collectionRef: collection.id, recordRef: String(row.id), method };
    await insertChallenge(engine.db, challenge, wireDate(engine.clock.nowMs()));
    return { challenge: id };
  }
  await refuseChallenge(engine, factor, mfaId);
  // Of two second halves at the same moment one finds the challenge taken.
  if (!(await deleteChallenge(engine.db, mfaId))) throw badRequest('Invalid or expired MFA session.');
  return { passed: isOwnMethod(method) ? 'own' : 'mailbox' };
}

async function refuseChallenge(engine: Engine, { collection, row, method }: Factor, mfaId: string): Promise<void> {
  const challenge = await findChallenge(engine.db, mfaId);
  const isOver =
    !challenge || challenge.created.getTime() <= engine.clock.nowMs() - collection.auth.mfa.duration * 1000;
  if (challenge && isOver) await deleteChallenge(engine.db, mfaId);
  if (isOver) throw badRequest('Invalid or expired MFA session.');
  if (challenge.recordRef !== row.id || challenge.collectionRef !== collection.id) {
    throw badRequest('Invalid MFA session.');
  }
  if (challenge.method === method) throw badRequest('A different authentication method is required.');
  if (!isOwnMethod(method) && (await hasOwnFactor(engine, { collection, row }))) {
    throw badRequest('This account asks for its authenticator app, a passkey or a recovery code.');
  }
}

/** Whether an account has a second factor that is not its mailbox, as the collection's hooks say. */
async function hasOwnFactor(engine: Engine, { collection, row }: Pick<Factor, 'collection' | 'row'>): Promise<boolean> {
  for (const { hasOwnFactor: ask } of engine.hooks.of(collection.name)) {
    if (await ask?.({ id: String(row.id), db: engine.db })) return true;
  }
  return false;
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
