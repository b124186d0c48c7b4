import { type CancellableLesson, type CancellationPolicy, freeUntil } from '../cancellation/cancellation-terms.ts';
import type { PolicyValues } from '../policies/policy-values.ts';
import { hourMs } from '../time/durations.ts';

export type Move = { by: 'learner' | 'instructor'; newStartMs: number; atMs: number };

export type MoveDecision =
  | { ok: true; status: 'done' }
  | { ok: true; status: 'proposed'; answerByMs: number }
  | { ok: false; reason: 'too_many_moves' | 'already_started' };

type MovePolicy = CancellationPolicy & Pick<PolicyValues, 'maxReschedules' | 'rescheduleAnswerHours'>;

/**
 * Whether a lesson may be moved to another start, and if at once (domain rule 9): free while cancelling is free, `maxReschedules` times for
 * each lesson (`movesDone`, proposals that were accepted among them); inside the window only as a proposal that the other side answers. An
 * instructor's move to a time that its learner could no longer cancel free is a proposal, too. Whether the new time is free is booking's.
 */
export function decideMove(
  lesson: CancellableLesson,
  { by, newStartMs, atMs }: Move,
  { policy, movesDone }: { policy: MovePolicy; movesDone: number },
): MoveDecision {
  if (atMs >= lesson.startMs) return { ok: false, reason: 'already_started' };
  if (movesDone >= policy.maxReschedules) return { ok: false, reason: 'too_many_moves' };
  const isFree = atMs <= freeUntil(lesson, policy);
  const staysFree = by === 'learner' || atMs <= freeUntil({ ...lesson, startMs: newStartMs }, policy);
  if (isFree && staysFree) return { ok: true, status: 'done' };
  return { ok: true, status: 'proposed', answerByMs: answerProposalBy({ ...lesson, newStartMs, atMs }, policy) };
}

/** Until when a proposal is answered (domain rule 9): within `rescheduleAnswerHours`, never after the old or the new start. */
export function answerProposalBy(
  { startMs, newStartMs, atMs }: { startMs: number; newStartMs: number; atMs: number },
  policy: Pick<PolicyValues, 'rescheduleAnswerHours'>,
): number {
  return Math.min(atMs + policy.rescheduleAnswerHours * hourMs, startMs, newStartMs);
}

/**
 * Until when a learner cancels for nothing whose lesson the instructor moved without asking (domain rule 9): for as long as they would have had to answer,
 * before the start. An instructor could else move it to the last minute in which cancelling is free.
 */
export function freeAfterImposedMove(
  { movedMs, startMs }: { movedMs: number; startMs: number },
  policy: Pick<PolicyValues, 'rescheduleAnswerHours'>,
): number {
  return Math.min(movedMs + policy.rescheduleAnswerHours * hourMs, startMs);
}
