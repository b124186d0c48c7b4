import * as texts from '#texts/booking.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { refusalIn, refusedFields } from '../../platform/session/server-errors.ts';
import { type Refusal, refusalFor } from './refusal-sentences.ts';

/** What a failed hold comes to: no answer, a refusal of the lesson, of single fields, or something unforeseen. */
export type HoldFailure =
  | { kind: 'no_answer' }
  | { kind: 'refused'; refusal: Refusal; freshSlots: readonly { start: string }[] | undefined }
  | { kind: 'fields'; messages: Record<string, string> }
  | { kind: 'other'; sentence: string };

const formFields = ['pickup', 'postalCode', 'note'];

/** Reads the server's answer to a hold. `isOwnTime` says whether the learner has another lesson then. */
export function readHoldFailure(error: unknown, isOwnTime: boolean): HoldFailure {
  const answer = refusalIn(error);
  if (!answer || answer.status >= 500) return { kind: 'no_answer' };
  const fields = refusedFields(error);
  for (const { code, params } of fields) {
    const refusal = refusalFor(code, isOwnTime);
    if (refusal) return { kind: 'refused', refusal, freshSlots: slotsIn(params) };
  }
  const messages = fields
    .filter(({ field }) => formFields.includes(field))
    .map(({ field, message }) => [field, message]);
  if (messages.length > 0) return { kind: 'fields', messages: Object.fromEntries(messages) };
  return { kind: 'other', sentence: messageFor(error, texts.timeNotHeld) ?? texts.timeNotHeld };
}

function slotsIn(params: Record<string, unknown>): readonly { start: string }[] | undefined {
  if (!Array.isArray(params.slots)) return undefined;
  return params.slots.flatMap((slot: unknown) => {
    if (typeof slot === 'string') return [{ start: slot }];
    const start: unknown = typeof slot === 'object' && slot !== null ? Reflect.get(slot, 'start') : undefined;
    return typeof start === 'string' ? [{ start }] : [];
  });
}
