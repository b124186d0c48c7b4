import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { isEmail } from '../fields/is-address.ts';
import { checkText, readTexts, refuseErrors } from '../forms/read-form.ts';
import { badRequest, type FieldError, forbidden } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { limitPasswordTries } from '../passwords/limit-password-tries.ts';
import { compareWithNobody, hashPassword, isOutdatedHash, verifyPassword } from '../passwords/password-hash.ts';
import { quoteName } from '../records/record-store.ts';
import { answerAuth } from './answer-auth.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { findAccount } from './find-account.ts';

/** POST /api/collections/:collection/auth-with-password (wire contract, section 11.2). */
export function authWithPasswordRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/auth-with-password',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      if (!collection.auth.passwordAuth.enabled) {
        throw forbidden('The collection is not configured to allow password authentication.');
      }
      const form = await readCredentials(request, collection);
      const row = await findByIdentity(engine, collection, form);
      const giveBack = await limitPasswordTries(engine, request, { collection, row, identity: form.identity });
      if (!(await isPasswordRight(row, form.password)) || !row) throw badRequest('Failed to authenticate.');
      await giveBack();
      await renewHash(engine, { collection, row, password: form.password });
      return answerAuth(engine, request, { collection, row, method: 'password' });
    },
  };
}

type Credentials = { identity: string; password: string; identityField: string };

async function readCredentials(request: RequestContext, { auth }: AuthCollection): Promise<Credentials> {
  const form = await readTexts(request, ['identity', 'password', 'identityField']);
  const { identityFields } = auth.passwordAuth;
  refuseErrors({
    identity: checkText(form.identity),
    password: checkText(form.password),
    identityField: form.identityField === '' ? undefined : checkIdentityField(form.identityField, identityFields),
  });
  return form;
}

function checkIdentityField(name: string, allowed: readonly string[]): FieldError | undefined {
  const isAllowed = allowed.includes(name);
  return (
    checkText(name) ?? (isAllowed ? undefined : { code: 'validation_in_invalid', message: 'Must be a valid value.' })
  );
}

/** The account of an identity: its address first, then the other fields that may be used. */
async function findByIdentity(
  engine: Engine,
  collection: AuthCollection,
  { identity, identityField }: Credentials,
): Promise<Row | undefined> {
  if (identityField !== '') return findAccount(engine, collection, { field: identityField, value: identity });
  const fields = collection.auth.passwordAuth.identityFields.filter((name) => name !== 'email' || isEmail(identity));
  fields.sort((a, b) => Number(b === 'email') - Number(a === 'email'));
  for (const field of fields) {
    const row = await findAccount(engine, collection, { field, value: identity });
    if (row) return row;
  }
  return undefined;
}

async function isPasswordRight(row: Row | undefined, password: string): Promise<boolean> {
  if (row) return verifyPassword(String(row.password), password);
  await compareWithNobody(password);
  return false;
}

// Imported accounts come with hashes of another kind; a right password is the moment to renew them.
async function renewHash(
  engine: Engine,
  { collection, row, password }: { collection: AuthCollection; row: Row; password: string },
): Promise<void> {
  if (!isOutdatedHash(String(row.password))) return;
  await engine.db.query(`update ${quoteName(collection.name)} set password = $2 where id = $1 and password = $3`, [
    row.id,
    await hashPassword(password),
    row.password,
  ]);
}
