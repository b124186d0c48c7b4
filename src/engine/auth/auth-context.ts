import type { AuthOptions, Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { isEmail } from '../fields/is-address.ts';
import { ApiError, badRequest, type ErrorData, forbidden, notFound, unauthorized } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import type { RequestContext } from '../http/route.ts';

export type AuthCollection = Collection & { auth: AuthOptions };

/** The auth collection of a call's path; 404 when there is none. */
export function authCollectionOf(engine: Engine, request: RequestContext): AuthCollection {
  const collection = engine.collections.find(request.params.collection ?? '');
  if (!collection?.auth) throw notFound('Missing or invalid auth collection context.');
  return collection as AuthCollection;
}

/** Who is signed in to this very collection; 401 for guests, 403 for others. */
export function requireOwnAuth(collection: Collection, { auth }: RequestContext): AuthRecord {
  if (!auth) throw unauthorized();
  if (auth.collectionId !== collection.id) {
    throw forbidden(`The request requires auth record from ${auth.collectionName} collection.`);
  }
  return auth;
}

type TextRule = { max?: number; min?: number; email?: boolean };
const invalidForm = 'An error occurred while validating the submitted data.';

/** The named texts of a body; 400 with a code for each that is missing, of a wrong length or no address. */
export async function readForm<N extends string>(
  request: RequestContext,
  rules: Record<N, TextRule>,
): Promise<Record<N, string>> {
  const fields = await readFields(request);
  const values = {} as Record<N, string>;
  const errors: ErrorData = {};
  for (const name in rules) {
    const value = fields[name];
    values[name] = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
    const error = checkText(values[name], rules[name]);
    if (error) errors[name] = error;
  }
  if (Object.keys(errors).length > 0) throw badRequest(invalidForm, errors);
  return values;
}

/** The body of an auth call; one that can't be read has a message of its own. */
async function readFields(request: RequestContext): Promise<Record<string, unknown>> {
  try {
    return (await request.body()).fields;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400 || error.message.startsWith('Unsupported')) throw error;
    throw new ApiError(400, 'An error occurred while loading the submitted data.', {}, { cause: error });
  }
}

function checkText(value: string, { min = 1, max = 255, email }: TextRule) {
  if (value === '') return { code: 'validation_required', message: 'Cannot be blank.' };
  const { length } = [...value];
  if (length < min || length > max) {
    const message = `The length must be between ${min} and ${max}.`;
    return { code: 'validation_length_out_of_range', message, params: { max, min } };
  }
  if (email && !isEmail(value)) return { code: 'validation_is_email', message: 'Must be a valid email address.' };
  return undefined;
}

/** 400 of a form with one refused field. */
export function refuseForm(field: string, code: string, message: string): ApiError {
  return badRequest(invalidForm, { [field]: { code, message } });
}
