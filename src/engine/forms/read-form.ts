import { required } from '../fields/field-errors.ts';
import { isEmail } from '../fields/is-address.ts';
import { ApiError, badRequest, type ErrorData, type FieldError } from '../http/api-error.ts';
import { isJson } from '../http/is-json.ts';
import type { RequestContext } from '../http/route.ts';

const unreadable = 'An error occurred while loading the submitted data.';
const invalid = 'An error occurred while validating the submitted data.';

/**
 * The named texts of a body, `''` where absent. 400 when one is no text: JSON is taken by its word, forms know texts only.
 */
export async function readTexts<N extends string>(
  request: RequestContext,
  names: readonly N[],
): Promise<Record<N, string>> {
  const { fields } = await request.body(unreadable);
  const texts = {} as Record<N, string>;
  for (const name of names) {
    const value = fields[name] ?? '';
    if (isJson(request) && typeof value !== 'string') throw badRequest(unreadable);
    texts[name] = String(Array.isArray(value) ? (value[0] ?? '') : value);
  }
  return texts;
}

/** A whole number of a body, 0 where absent. 400 when it is none: JSON is taken by its word, forms know texts only. */
export async function readWhole(request: RequestContext, name: string): Promise<number> {
  const value = (await request.body(unreadable)).fields[name] ?? 0;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw badRequest(unreadable);
  return value;
}

type TextRule = { min?: number; max?: number; email?: boolean };

/** Why a text is refused as a form's value: blank, of a wrong length (bytes, 1 to 255 unless told), no address; else undefined. */
export function checkText(value: string, { min = 1, max = 255, email = false }: TextRule = {}): FieldError | undefined {
  if (value === '') return required;
  const length = Buffer.byteLength(value);
  if (length < min || length > max) {
    const message = `The length must be between ${min} and ${max}.`;
    return { code: 'validation_length_out_of_range', message, params: { max, min } };
  }
  if (email && !isEmail(value)) return { code: 'validation_is_email', message: 'Must be a valid email address.' };
  return undefined;
}

/** Refuses a form with 400 when any of its fields has an error. */
export function refuseErrors(errors: Record<string, FieldError | undefined>): void {
  const found = onlyErrors(errors);
  if (Object.keys(found).length > 0) throw new ApiError(400, invalid, found);
}

/** The fields that have an error. */
export function onlyErrors(errors: Record<string, FieldError | undefined>): ErrorData {
  const found: ErrorData = {};
  for (const [name, error] of Object.entries(errors)) if (error) found[name] = error;
  return found;
}

/** The named texts of a body; 400 with a code for each that its rule refuses. */
export async function readForm<N extends string>(
  request: RequestContext,
  rules: Record<N, TextRule>,
): Promise<Record<N, string>> {
  const names = Object.keys(rules) as N[];
  const texts = await readTexts(request, names);
  refuseErrors(Object.fromEntries(names.map((name) => [name, checkText(texts[name], rules[name])])));
  return texts;
}
