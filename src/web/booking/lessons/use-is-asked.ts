import { decideMove } from '#rules/rescheduling/decide-move.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { ActionSide } from '../../platform/records/action-lesson.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';

type Moved = Pick<Lesson, 'start' | 'cancellationHours' | 'created' | 'learner'>;

/** Whether moving a lesson to a time only asks the other side (domain rule 9). How often it was moved is the server's to say. */
export function useIsAsked(lesson: Moved, side: ActionSide, start: string): boolean {
  const policy = usePolicy();
  // Staff move at once, and an own learner without an account has nobody to answer.
  if (side === 'admin' || lesson.learner === '') return false;
  const msOf = (time: string) => Date.parse(time.replace(' ', 'T'));
  const { cancellationHours } = lesson;
  const known = { startMs: msOf(lesson.start), cancellationHours, bookedMs: msOf(lesson.created) };
  const move = { by: side, newStartMs: msOf(start), atMs: currentTime().getTime() };
  const decided = decideMove(known, move, { policy, movesDone: 0 });
  return decided.ok && decided.status === 'proposed';
}
