import { type ApiError, badRequest } from '#engine/http/api-error.ts';
import type { MoveRefusal } from '#rules/lessons/lesson-life.ts';

const messages: Record<MoveRefusal, string> = {
  wrong_state: 'This lesson is no longer in a state in which that can be done.',
  not_allowed: 'This is not for you to do.',
  hold_expired: 'The time is no longer held for you.',
  not_due: 'It is not time for that yet.',
  answer_over: 'The time to answer is over.',
  too_early: 'It is too early for that.',
  too_late: 'It is too late for that.',
  already_running: 'An earlier lesson is still going on. Finish it first.',
};

/** The codes that a feature answers where they differ from the reason, with its own sentence: `{wrong_state: ['not_startable', '…']}`. */
export type MoveWords = Partial<Record<MoveRefusal, readonly [code: string, message: string]>>;

/** The answer to a move that can't be: 400 with a code at `lesson`. */
export function refuseMove(reason: MoveRefusal, words: MoveWords = {}): ApiError {
  const [code, message] = words[reason] ?? [reason, messages[reason]];
  return badRequest('Failed to create record.', { lesson: { code, message } });
}
