import * as texts from '#texts/moving.ts';
import type { ActionSide } from '../../platform/records/action-lesson.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { refusalFor } from '../holding/refusal-sentences.ts';

/**
 * Why a lesson was not moved, as people say it: learners read the refusals of a new lesson. The server tells instructors what is in their way, and the
 * office what is in the way.
 */
export function moveRefusal(error: unknown, side: ActionSide): string {
  const [field] = refusedFields(error);
  if (!field) return texts.notMovedTryAgain;
  return (side === 'learner' ? refusalFor(field.code)?.sentence : undefined) ?? field.message;
}
