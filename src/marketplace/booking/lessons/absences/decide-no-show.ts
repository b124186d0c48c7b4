import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import type { Give } from '#rules/settlement/settlement-of.ts';
import { judgePartiesOf } from '../../reliability/judge-reliability.ts';
import { announceDecision } from '../announcing/announce-absence.ts';
import { moveLesson } from '../move-lesson.ts';
import { refuseOwnCase } from '../refuse-own-case.ts';
import { endWaiting, findContested } from './absences.store.ts';
import { instructorGone } from './say-missing.ts';

/** Staff decide who was missing: once, and the money follows. */
export function registerDecisionHooks(engine: Engine): void {
  engine.hooks.on('no_show_decisions', {
    async beforeWrite(event) {
      if (!event.original) await decideNoShow(engine, event);
    },
    async insideCreate({ tx, record }) {
      await announceDecision(engine, tx, record);
      const contested = await findContested(tx, String(record.contest));
      if (contested) await judgePartiesOf(engine, tx, contested.lesson);
    },
    explainViolation: (constraint) => (constraint === 'no_show_decisions_once' ? alreadyDecided() : undefined),
  });
}

async function decideNoShow(engine: Engine, event: InsideEvent): Promise<void> {
  const { record, tx } = event;
  const noShow = await findContested(tx, String(record.contest));
  if (!noShow) throw alreadyDecided();
  const { lesson, contested } = noShow;
  await refuseOwnCase(event, { lesson, field: 'contest', right: 'claimDecisions', begun: contested });
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
      // A missing learner's lesson is the instructor's, whatever was said first: its money is still held, and what staff gave back of it by
      // another decision stays given. An instructor's comes back with the credit, once: what was settled so is not given again.
      const isSettled = (await endWaiting(tx, noShow.id)) === undefined;
      const isConfirmed = isSettled && !isLearner && noShow.missing === 'instructor';
      gives = isLearner || isConfirmed ? [] : (await instructorGone(tx, facts)).gives;
      return { settle: gives };
    },
  });
  if (!outcome.ok) throw alreadyDecided();
  // What can't go back the way it was paid any more is credit, too.
  const creditCents = gives.reduce(
    (sum, { to, cents }) => (to === 'credit' ? sum + cents : sum),
    outcome.creditedCents,
  );
  Object.assign(record, { refundCents: outcome.refundCents, creditCents });
}

function alreadyDecided() {
  const message = 'This is decided already.';
  return refuseCreate('contest', 'already_decided', message);
}
