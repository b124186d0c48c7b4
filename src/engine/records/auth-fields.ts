import { verifyPassword } from '../auth/password-hash.ts';
import type { Collection, PasswordField } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import { fieldError, required } from '../fields/field-errors.ts';
import { isEmail, validateValue } from '../fields/validate-value.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import { type Random, tokenAlphabet } from '../random.ts';
import type { RecordValues } from './record-hooks.ts';

const invalidEmail: FieldError = fieldError('validation_is_email', 'Must be a valid email address.');
const mismatch: FieldError = fieldError('validation_values_mismatch', "Values don't match.");

type AuthForm = {
  collection: Collection;
  fields: Record<string, unknown>;
  record: RecordValues;
  original: RecordValues | null;
  originalRow: Row | null;
  /** True for superusers and for whom the collection's manageRule lets in. */
  canManage: boolean;
};

/**
 * The first phase of validating an auth record: email, verified and password as a form (wire contract, section 9). Only when it passes are
 * the fields themselves looked at.
 */
export async function validateAuthForm(form: AuthForm): Promise<ErrorData> {
  const errors: ErrorData = {};
  checkIdentity(form, errors);
  const password = textOf(form.fields.password);
  const confirmation = textOf(form.fields.passwordConfirm);
  if (form.original && password === '' && confirmation === '') return errors;
  checkPassword(form, { password, confirmation, errors });
  if (form.original && !form.canManage) await checkOldPassword(form, errors);
  return errors;
}

function checkIdentity({ record, original, canManage }: AuthForm, errors: ErrorData): void {
  if (!canManage && record.verified !== (original?.verified ?? false)) errors.verified = mismatch;
  if (!canManage && original && record.email !== original.email) errors.email = mismatch;
  const email = String(record.email);
  if (email !== '' && email !== original?.email && !isEmail(email)) errors.email = invalidEmail;
}

async function checkOldPassword({ fields, originalRow }: AuthForm, errors: ErrorData): Promise<void> {
  const oldPassword = textOf(fields.oldPassword);
  if (oldPassword === '') errors.oldPassword = required;
  else if (!(await verifyPassword(String(originalRow?.password ?? ''), oldPassword))) {
    errors.oldPassword = fieldError('validation_invalid_old_password', 'Missing or invalid old password.');
  }
}

function checkPassword(
  { collection }: AuthForm,
  { password, confirmation, errors }: { password: string; confirmation: string; errors: ErrorData },
): void {
  const field = collection.fields.find((candidate): candidate is PasswordField => candidate.name === 'password');
  if (password === '') errors.password = required;
  if (confirmation === '') errors.passwordConfirm = required;
  else if (confirmation !== password) errors.passwordConfirm = mismatch;
  if (password !== '' && !errors.passwordConfirm && field) {
    const error = validateValue(field, password);
    if (error) errors.password = error;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A token key: changing it ends every session of its record (wire contract, section 3). */
export function newTokenKey(random: Random): string {
  return random.text(50, tokenAlphabet);
}
