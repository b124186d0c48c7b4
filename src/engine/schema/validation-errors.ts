import type { ErrorData, FieldError } from '../http/api-error.ts';

/** The refusals of settings (wire contract, section 2.1). */
export const required: FieldError = { code: 'validation_required', message: 'Cannot be blank.' };
export const notInList: FieldError = { code: 'validation_not_in_invalid', message: 'Must not be in list.' };
export const notAValue: FieldError = { code: 'validation_in_invalid', message: 'Must be a valid value.' };
export const mustBeBlank: FieldError = { code: 'validation_empty', message: 'Must be blank.' };
export const mismatch: FieldError = { code: 'validation_values_mismatch', message: "Values don't match." };
export const wrongFormat: FieldError = { code: 'validation_match_invalid', message: 'Must be in a valid format.' };

/** A refusal of a length that is outside `min` to `max`. */
export function lengthOutOfRange(min: number, max: number): FieldError {
  const message = `The length must be between ${min} and ${max}.`;
  return { code: 'validation_length_out_of_range', message, params: { min, max } };
}

/** A refusal of a length over `max`. */
export function tooLong(max: number): FieldError {
  const message = `The length must be no more than ${max}.`;
  return { code: 'validation_length_too_long', message, params: { min: 0, max } };
}

/** Refuses a number under `min`; 0 counts as not given. */
export function atLeast(value: number, min: number): FieldError | undefined {
  if (value === 0 || value >= min) return undefined;
  const message = `Must be no less than ${min}.`;
  return { code: 'validation_min_greater_equal_than_required', message, params: { threshold: min } };
}

/** Refuses a number over `max`; 0 counts as not given. */
export function atMost(value: number, max: number): FieldError | undefined {
  if (value === 0 || value <= max) return undefined;
  const message = `Must be no greater than ${max}.`;
  return { code: 'validation_max_less_equal_than_required', message, params: { threshold: max } };
}

type Found = FieldError | ErrorData | undefined;

/** The refusals that were found, by key; undefined when there are none. */
export function foundErrors(found: Record<string, Found>): ErrorData | undefined {
  const errors: ErrorData = {};
  for (const [key, error] of Object.entries(found)) if (error !== undefined) errors[key] = error;
  return Object.keys(errors).length > 0 ? errors : undefined;
}
