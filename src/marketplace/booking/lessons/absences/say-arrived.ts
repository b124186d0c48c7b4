import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { arriveFromMs } from '#rules/absences/arrive.ts';
import { findMeetingLesson } from './absences.store.ts';

/** "I'm here", once for each side and time of a lesson, from half an hour before the start on. */
export function registerArrivalHooks(engine: Engine): void {
  engine.hooks.on('arrivals', {
    async beforeWrite(event) {
      if (!event.original) await sayArrived(engine, event);
    },
    explainViolation: (constraint) =>
      constraint === 'arrivals_once' ? refuseCreate('lesson', 'already_here', 'You said so already.') : undefined,
  });
}

async function sayArrived(engine: Engine, { record, tx, auth, system }: InsideEvent): Promise<void> {
  const lesson = await findMeetingLesson(tx, String(record.lesson));
  if (!lesson) throw refuseCreate('lesson', 'not_meeting', 'There is no such lesson.');
  const isTrusted = system || auth?.isSuperuser === true;
  if (!isTrusted) record.side = auth?.id === lesson.learner ? 'learner' : 'instructor';
  record.start = wireDate(lesson.startMs);
  if (isTrusted) return;
  const isMeeting = lesson.status === 'confirmed' || lesson.status === 'in_progress';
  if (!isMeeting) {
    throw refuseCreate('lesson', 'not_meeting', 'Only before or during a confirmed lesson.');
  }
  if (engine.clock.nowMs() < arriveFromMs(lesson.startMs)) {
    throw refuseCreate('lesson', 'too_early', 'You can say that you are here from 30 minutes before the start on.');
  }
}
