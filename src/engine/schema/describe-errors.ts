import type { ErrorData, FieldError } from '../http/api-error.ts';

/** Refusals of the reference's validation library, which begin small and have no full stop; the engine's own are sentences. */
const libraryCodes =
  /^validation_(?:length_|min_|max_|is_|(?:required|empty|nil|nil_or_not_empty_required|in_invalid|not_in_invalid|match_invalid|invalid_regex)$)/;
/** Own refusals that end in what was read, not in a full stop. */
const openCodes =
  /^validation_(?:invalid_autogenerate_pattern|(?:invalid_rule|invalid_view_query|missing_field|duplicated_field_id|duplicated_field_name|invalid_regex)$)/;

/** Refused settings as the text in which an import tells of them: JSON of the reasons alone, keys in order. */
export function describeErrors(errors: ErrorData): string {
  const text = JSON.stringify(reasons(errors), null, 2);
  return text.replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

type Reasons = { [key: string]: string | Reasons };

function reasons(errors: ErrorData): Reasons {
  const keys = Object.keys(errors).toSorted();
  return Object.fromEntries(keys.map((key) => [key, reason(errors[key])]));
}

function reason(error: FieldError | ErrorData | undefined): string | Reasons {
  if (error === undefined) return '';
  return isFieldError(error) ? spoken(error) : reasons(error);
}

function isFieldError(error: FieldError | ErrorData): error is FieldError {
  return typeof error.code === 'string' && typeof error.message === 'string';
}

/** A refusal as it stands inside another text. */
export function spoken({ code, message }: FieldError): string {
  const isLibrary = libraryCodes.test(code);
  const isOpen = isLibrary || openCodes.test(code) || message.startsWith('Failed to create index');
  const text = isOpen ? message.replace(/\.$/, '') : message;
  return isLibrary ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
