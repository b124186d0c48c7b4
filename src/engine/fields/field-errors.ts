import type { FieldError } from '../http/api-error.ts';

/** The refusals that several field types share (wire contract, section 2.1). */
export const required: FieldError = { code: 'validation_required', message: 'Cannot be blank.' };
export const invalidFormat: FieldError = { code: 'validation_invalid_format', message: 'Invalid value format.' };
export const notUnique: FieldError = { code: 'validation_not_unique', message: 'Value must be unique.' };

/** A refusal with parameters, which also fill the `{name}` places of the message. */
export function fieldError(code: string, message: string, params?: Record<string, unknown>): FieldError {
  if (!params) return { code, message };
  return { code, message: message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])), params };
}
