import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import type { Give } from '#rules/settlement/settlement-of.ts';
import { announceDecision } from '../announcing/announce-absence.ts';
import type { MoneyFacts } from '../lesson-money.ts';
import { moveLesson } from '../move-lesson.ts';
import { findContested, findGiven } from './absences.store.ts';
import { instructorGone } from './say-missing.ts';

/** Staff decide who was missing: once, and the money follows. */
export function registerDecisionHooks(engine: Engine): void {
  engine.hooks.on('no_show_decisions', {
    async beforeWrite(event) {
      if (!event.original) await decideNoShow(engine, event);
    },
    insideCreate: ({ tx, record }) => announceDecision(engine, tx, record),
    explainViolation: (constraint) => (constraint === 'no_show_decisions_once' ? alreadyDecided() : undefined),
  });
}

async function decideNoShow(engine: Engine, event: InsideEvent): Promise<void> {
  const { record, tx } = event;
  const noShow = await findContested(tx, String(record.contest));
  if (!noShow) throw alreadyDecided();
  const isLearner = record.missing === 'learner';
  let gives: Give[] = [];
  const outcome = await moveLesson(engine, tx, {
    lesson: noShow.lesson,
    event: 'resolve',
    to: isLearner ? 'no_show_learner' : 'no_show_instructor',
    by: event,
    reason: String(record.reason),
    nowMs: engine.clock.nowMs(),
    money: async (facts) => {
      gives = record.missing === noShow.missing ? [] : await turned(tx, facts, isLearner);
      return { settle: gives };
    },
  });
  if (!outcome.ok) throw alreadyDecided();
  const creditCents = gives.reduce((sum, { to, cents }) => (to === 'credit' ? sum + cents : sum), 0);
  Object.assign(record, { refundCents: outcome.refundCents, creditCents });
}

/**
 * What a decision against the first word comes to. An instructor who was missing after all: everything back and the credit. A learner who was
 * missing after all has the money back already, at the word that staff did not believe: the platform pays the instructor what went back, and
 * what the credit cost them.
 */
async function turned(tx: Transaction, facts: MoneyFacts, isLearner: boolean): Promise<Give[]> {
  if (!isLearner) return (await instructorGone(tx, facts)).gives;
  const { refundCents, instructorCreditCents } = await findGiven(tx, String(facts.lesson.id));
  return [{ to: 'instructor', from: 'platform', cents: refundCents + instructorCreditCents }];
}

function alreadyDecided() {
  const message = 'This is decided already.';
  return badRequest('Failed to create record.', { contest: { code: 'already_decided', message } });
}
