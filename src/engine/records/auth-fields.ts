import type { Collection } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Row } from '../database/database.ts';
import { fieldError, required } from '../fields/field-errors.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { type Random, tokenAlphabet } from '../random.ts';

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
  const { fields, original, canManage } = form;
  const errors = checkIdentity(form);
  const passwords = {
    password: textOf(fields.password),
    confirmation: textOf(fields.passwordConfirm),
    oldPassword: textOf(fields.oldPassword),
  };
  Object.assign(errors, checkPasswords(passwords, original === null));
  const isChanged = passwords.password !== '' || passwords.confirmation !== '';
  if (original && !canManage && isChanged) {
    const error = await checkOldPassword(form, passwords.oldPassword);
    if (error) errors.oldPassword = error;
  }
  return errors;
}

function checkIdentity({ record, original, canManage }: AuthForm): ErrorData {
  const errors: ErrorData = {};
  if (canManage) return errors;
  if (original && record.email !== original.email) errors.email = mismatch;
  if (record.verified !== (original?.verified ?? false)) errors.verified = mismatch;
  return errors;
}

type Passwords = { password: string; confirmation: string; oldPassword: string };

// One of the three asks for the others.
function checkPasswords({ password, confirmation, oldPassword }: Passwords, isNew: boolean): ErrorData {
  const errors: ErrorData = {};
  const isAsked = isNew || oldPassword !== '';
  if (password === '' && (isAsked || confirmation !== '')) errors.password = required;
  if (confirmation === '' && (isAsked || password !== '')) errors.passwordConfirm = required;
  else if (confirmation !== password) errors.passwordConfirm = mismatch;
  return errors;
}

async function checkOldPassword({ originalRow }: AuthForm, oldPassword: string): Promise<FieldError | undefined> {
  if (oldPassword === '') return required;
  const isRight = await verifyPassword(String(originalRow?.password ?? ''), oldPassword);
  return isRight ? undefined : fieldError('validation_invalid_old_password', 'Missing or invalid old password.');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A token key: changing it ends every session of its record (wire contract, section 3). */
export function newTokenKey(random: Random): string {
  return random.text(50, tokenAlphabet);
}
