import { findField } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { isEmail } from '../fields/is-address.ts';
import { badRequest, forbidden } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { compareWithNobody, hashPassword, isOutdatedHash, verifyPassword } from '../passwords/password-hash.ts';
import { quoteName } from '../records/record-store.ts';
import { answerAuth, tooManyTries } from './answer-auth.ts';
import { type AuthCollection, authCollectionOf, readForm, refuseForm } from './auth-context.ts';
import { countAttempt } from './count-attempt.ts';

/** POST /api/collections/:collection/auth-with-password (wire contract, section 11.2). */
export function authWithPasswordRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/auth-with-password',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      const { passwordAuth } = collection.auth;
      if (!passwordAuth.enabled) throw forbidden('The collection is not configured to allow password authentication.');
      const { identity, password } = await readForm(request, { identity: {}, password: {} });
      const { identityField } = (await request.body()).fields;
      if (
        typeof identityField === 'string' &&
        identityField !== '' &&
        !passwordAuth.identityFields.includes(identityField)
      ) {
        throw refuseForm('identityField', 'validation_in_invalid', 'Must be a valid value.');
      }
      const fields =
        typeof identityField === 'string' && identityField !== '' ? [identityField] : passwordAuth.identityFields;
      const row = await findByIdentity(engine, { collection, identity, fields });
      const key = `password:${collection.id}:${identity.toLowerCase()}:${request.ip}`;
      const isRight = await isPasswordRight(row, password);
      // Only failures count: a person who knows the password is never locked out by having used it.
      if (!isRight && !(await countAttempt(engine, { key, max: 20, seconds: 300 }))) {
        throw tooManyTries('Too many failed attempts, please try again in a few minutes.');
      }
      if (!row || !isRight) throw badRequest('Failed to authenticate.');
      await renewHash(engine, { collection, row, password });
      return answerAuth(engine, request, { collection, row, method: 'password' });
    },
  };
}

async function isPasswordRight(row: Row | undefined, password: string): Promise<boolean> {
  if (row) return verifyPassword(String(row.password), password);
  await compareWithNobody(password);
  return false;
}

type Search = { collection: AuthCollection; identity: string; fields: string[] };

async function findByIdentity(engine: Engine, { collection, identity, fields }: Search): Promise<Row | undefined> {
  const ordered = [...fields].sort((a, b) => Number(b === 'email') - Number(a === 'email'));
  for (const name of ordered) {
    if (!findField(collection, name) || (name === 'email' && !isEmail(identity))) continue;
    const column = quoteName(name);
    const condition = name === 'email' && collection.managed ? `lower(${column}) = lower($1)` : `${column} = $1`;
    const [row] = await engine.db.query(
      `select * from ${quoteName(collection.name)} where ${condition} and ${column} <> '' limit 1`,
      [identity],
    );
    if (row) return row;
  }
  return undefined;
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
