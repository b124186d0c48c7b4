import * as texts from '#texts/moving.ts';
import { refusalFor } from '../holding/refusal-sentences.ts';
import { refusedFields } from '../session/server-errors.ts';

/** Why a lesson was not moved, as people say it: the refusals are those of a new lesson. */
export function moveRefusal(error: unknown): string {
  const [field] = refusedFields(error);
  if (!field) return texts.notMovedTryAgain;
  return refusalFor(field.code)?.sentence ?? field.message;
}
