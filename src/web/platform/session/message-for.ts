import * as texts from '#texts/session.ts';
import { fieldSentence, isEngineText, isSuspension } from './engine-texts.ts';

/** The shape that the records client throws; read structurally, so that this file does not load the client. */
type ClientError = { isAbort: boolean; response: { message?: unknown; data?: unknown } };

function isClientError(error: unknown): error is ClientError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'isAbort' in error &&
    'response' in error &&
    typeof error.response === 'object' &&
    error.response !== null
  );
}

/**
 * What to show after a failed call: the server's own message, else the fallback; nothing (undefined) when the request was
 * only aborted. An empty server message counts as none, and so does one that is written for programs.
 */
export function messageFor(error: unknown, fallback: string): string | undefined {
  if (!isClientError(error)) return fallback;
  if (error.isAbort) return undefined;
  const { message } = error.response;
  if (typeof message !== 'string' || message.trim() === '') return fallback;
  if (isSuspension(message)) return texts.accountSuspended;
  return isEngineText(message) ? fallback : message;
}

/** What the server said about one field of the body that was sent, as people say it; undefined when it said nothing of that field. */
export function fieldMessageFor(error: unknown, field: string): string | undefined {
  if (!isClientError(error) || error.isAbort) return undefined;
  const { data } = error.response;
  if (typeof data !== 'object' || data === null) return undefined;
  const refusal: unknown = Reflect.get(data, field);
  if (typeof refusal !== 'object' || refusal === null || !('message' in refusal)) return undefined;
  const { message } = refusal;
  if (typeof message !== 'string' || message === '') return undefined;
  if (!isEngineText(message)) return message;
  const params: unknown = Reflect.get(refusal, 'params');
  const known = typeof params === 'object' && params !== null ? { ...params } : {};
  return fieldSentence(field, { code: String(Reflect.get(refusal, 'code')), params: known });
}

/**
 * What a form says as a whole after a failed call: nothing when one of the fields that show their own refusals was refused, since the reason stands
 * there; else as `messageFor`.
 */
export function formMessageFor(error: unknown, fallback: string, fields: readonly string[]): string | undefined {
  return fields.some((field) => fieldMessageFor(error, field) !== undefined) ? undefined : messageFor(error, fallback);
}

/** The machine-readable code the server gave for one field, such as `slot_taken`, or undefined. */
export function fieldCodeFor(error: unknown, field: string): string | undefined {
  if (!isClientError(error)) return undefined;
  const { data } = error.response;
  if (typeof data !== 'object' || data === null) return undefined;
  const refusal: unknown = Reflect.get(data, field);
  if (typeof refusal !== 'object' || refusal === null || !('code' in refusal)) return undefined;
  return typeof refusal.code === 'string' ? refusal.code : undefined;
}
