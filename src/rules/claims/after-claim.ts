import { isLesson, type LessonState } from '../lessons/lesson-states.ts';

/**
 * Where a lesson goes when its claim ends: back to where it was while nothing was given back or it was missed; one that is still ahead and is
 * paid back is off; every other one is closed, and its money settled.
 */
export function stateAfterClaim(
  was: LessonState,
  {
    endMs,
    nowMs,
    isWithdrawn,
    isPaidBack,
  }: { endMs: number; nowMs: number; isWithdrawn: boolean; isPaidBack: boolean },
): LessonState {
  if (isWithdrawn || isLesson('missed', was)) return was;
  if (nowMs >= endMs || isLesson('taught', was)) return 'closed';
  return isPaidBack ? 'cancelled_by_instructor' : was;
}
