import { createHash } from 'node:crypto';
import { engineInTransaction } from '#engine/batch/engine-in-transaction.ts';
import { canonicalJson } from '#engine/canonical-json.ts';
import { createTurns } from '#engine/create-turns.ts';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { RuleRequest } from '#engine/filters/rule-request.ts';
import type { ClosingPlanAnswer } from '#wire/cancelling.ts';
import { cancelAllAhead } from '../../booking/lessons/cancelling/cancel-all-ahead.ts';
import { endPackagesOf } from '../../booking/packages/end-packages-of.ts';
import { findCreditOf, findObstacles, giveUpCredit, noteLeaving } from './close-account.store.ts';

/** What closing an account comes to: what is called off and ends, the credit that is given up, and what still stands in the way after that. */
type Leaver = { row: Row; request: RuleRequest };

/** Ends an attempt that was only made to see what it comes to. */
class OnlyTried extends Error {
  readonly plan: ClosingPlanAnswer;

  constructor(plan: ClosingPlanAnswer) {
    super('Tried, and taken back.');
    this.plan = plan;
  }
}

/** One after the other: each holds calendars and a connection of the pool for as long as all that is ahead takes to be called off, and others wait for both. */
const inTurn = createTurns(1);

/** What closing comes to now: it is done, looked at and taken back, so that it can't differ from what happens. */
export function planClosing(engine: Engine, leaver: Leaver): Promise<ClosingPlanAnswer> {
  return inTurn(() => tryLeaving(engine, leaver));
}

async function tryLeaving(engine: Engine, leaver: Leaver): Promise<ClosingPlanAnswer> {
  try {
    return await engine.db.transaction(async (tx) => {
      throw new OnlyTried(await leave(engine, tx, leaver));
    });
  } catch (error) {
    if (error instanceof OnlyTried) return error.plan;
    throw error;
  }
}

/** Calls off what is ahead, ends packages and gives up credit, in the caller's transaction. */
export async function leave(engine: Engine, tx: Transaction, { row, request }: Leaver): Promise<ClosingPlanAnswer> {
  const user = String(row.id);
  const nowMs = engine.clock.nowMs();
  const inside = engineInTransaction(engine, tx).engine;
  await noteLeaving(tx, user);
  const cancelling = await cancelAllAhead(inside, user, { request, language: String(row.language ?? ''), nowMs });
  const packages = await endPackagesOf(engine, tx, { user, nowMs });
  const creditCents = await findCreditOf(tx, user);
  if (creditCents !== 0) await giveUpCredit(tx, user, creditCents, nowMs);
  const shown = { cancelling, packages, creditCents };
  const isNothing = cancelling.length + packages.length + creditCents === 0;
  const plan = isNothing ? '' : createHash('sha256').update(canonicalJson(shown)).digest('base64url');
  return { ...(await findObstacles(tx, user, nowMs)), ...shown, plan };
}
