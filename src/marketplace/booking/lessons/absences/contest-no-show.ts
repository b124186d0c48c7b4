import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { isoInstant } from '../../../platform/reads/parse-instant.ts';
import { judgePartiesOf } from '../../reliability/judge-reliability.ts';
import { announceContest } from '../announcing/announce-absence.ts';
import { moveLesson } from '../move-lesson.ts';
import { findNoShow } from './absences.store.ts';

/** The side said to be missing contests it within 24 hours: the lesson waits, and nothing of it is paid out, until staff decide. */
export function registerContestHooks(engine: Engine): void {
  engine.hooks.on('no_show_contests', {
    insideCreate: (event) => contestNoShow(engine, event),
    explainViolation: (constraint) => (constraint === 'no_show_contests_once' ? notContestable() : undefined),
  });
}

async function contestNoShow(engine: Engine, event: InsideEvent): Promise<void> {
  const { record, tx, auth, system } = event;
  const noShow = await findNoShow(tx, String(record.noShow));
  if (!noShow) throw notContestable();
  const isTrusted = system || auth?.isSuperuser === true;
  const missing = noShow.missing === 'learner' ? noShow.learner : noShow.teacher;
  if (!isTrusted && auth?.id !== missing) {
    throw refuseCreate('noShow', 'not_allowed', 'Only the side that is said to be missing can contest it.');
  }
  const nowMs = engine.clock.nowMs();
  if (nowMs > noShow.contestByMs)
    throw refuseCreate('noShow', 'too_late', `It could be contested until ${isoInstant(noShow.contestByMs)}.`);
  const outcome = await moveLesson(engine, tx, {
    lesson: noShow.lesson,
    event: 'contest',
    by: event,
    reason: String(record.text),
    nowMs,
  });
  if (!outcome.ok) throw notContestable();
  // What is contested counts against nobody until it is decided.
  await judgePartiesOf(engine, tx, noShow.lesson);
  await announceContest(engine, tx, { contest: record.id, lesson: noShow.lesson, missing: noShow.missing });
}

function notContestable() {
  return refuseCreate('noShow', 'not_contestable', 'This can’t be contested, or it was already.');
}
