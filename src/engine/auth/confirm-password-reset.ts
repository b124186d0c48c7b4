import type { PasswordField } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { badRequest, type ErrorData } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { updateRecord } from '../records/update-record.ts';
import { authCollectionOf } from './auth-context.ts';
import { type VerifiedToken, verifyToken } from './tokens.ts';

const blank = { code: 'validation_required', message: 'Cannot be blank.' };

/** POST /api/collections/:collection/confirm-password-reset {token, password, passwordConfirm} (wire contract, section 11.9): 204. */
export function confirmPasswordResetRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/confirm-password-reset',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      const { fields } = await request.body();
      const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
      const [token, password, confirmation] = [text('token'), text('password'), text('passwordConfirm')];
      const errors: ErrorData = {};
      const verified = token === '' ? undefined : await verifyToken(engine, token, ['passwordReset']);
      if (token === '') errors.token = blank;
      else if (!verified) errors.token = { code: 'validation_invalid_token', message: 'Invalid or expired token.' };
      else if (verified.collection.id !== collection.id) {
        const message = 'The provided token is for different auth collection.';
        errors.token = { code: 'validation_token_collection_mismatch', message };
      }
      const field = collection.fields.find((candidate): candidate is PasswordField => candidate.name === 'password');
      Object.assign(errors, checkPasswords(password, confirmation, field?.min ?? 8));
      if (Object.keys(errors).length > 0 || !verified) {
        throw badRequest('An error occurred while validating the submitted data.', errors);
      }
      await setPassword(engine, { verified, password, request: ruleRequestOf(request) });
      return { status: 204 };
    },
  };
}

function checkPasswords(password: string, confirmation: string, min: number): ErrorData {
  const errors: ErrorData = {};
  const { length } = [...password];
  if (password === '') errors.password = blank;
  else if (length < min || length > 255) {
    const message = `The length must be between ${min} and 255.`;
    errors.password = { code: 'validation_length_out_of_range', message, params: { max: 255, min } };
  }
  if (confirmation === '') errors.passwordConfirm = blank;
  else if (confirmation !== password)
    errors.passwordConfirm = { code: 'validation_values_mismatch', message: "Values don't match." };
  return errors;
}

async function setPassword(
  engine: Engine,
  {
    verified,
    password,
    request,
  }: { verified: VerifiedToken; password: string; request: ReturnType<typeof ruleRequestOf> },
): Promise<void> {
  const { collection, row, claims } = verified;
  const proof = claims.email === row.email ? { verified: true } : {};
  const body = { fields: { password, passwordConfirm: password, ...proof }, files: {} };
  await updateRecord(engine, { collection, id: String(row.id), body, request, system: true });
}
