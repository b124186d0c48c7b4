import { canonicalJson } from '../canonical-json.ts';
import { type AuthOptions, type Collection, operatorOptions } from '../collections/collection.ts';
import { saveCollection } from '../collections/collection-store.ts';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { badRequest } from '../http/api-error.ts';
import { wireDate } from '../wire-date.ts';
import { collectionJson } from './collection-json.ts';
import { completeCollection } from './complete-collection.ts';
import { readCollection } from './read-collection.ts';
import { validateCollection } from './validate-collection.ts';

type Change = { original: Collection; input: Record<string, unknown>; all: readonly Collection[] };

/**
 * Changes what an operator may choose of a collection that is described in code: how its accounts sign in, how long their tokens live, what
 * their mails say. It is kept over restarts. Throws 400 when anything else is to change, where the next start would undo it.
 */
export async function changeManagedOptions(
  engine: Engine,
  tx: Transaction,
  { original, input, all }: Change,
  refusal: string,
): Promise<Collection> {
  const merged = withFixedOptions(readCollection(original, input));
  // Their indexes are the migration's; the texts stand in for them while the options are checked.
  const { indexes } = completeCollection(original);
  const fields = isSame(merged.fields, original.fields) ? original.fields : completeCollection(merged).fields;
  const collection = { ...merged, fields, indexes };
  const errors = await validateCollection(engine, tx, { collection, original: { ...original, indexes }, all });
  if (errors) throw badRequest(refusal, errors);
  if (!merged.auth || isMoreThanOptions(merged, original)) {
    throw badRequest(`The collection ${original.name} is described in code and cannot be changed here.`);
  }
  const { auth } = merged;
  const changedOptions = operatorOptions.filter(
    (name) => original.changedOptions?.includes(name) || !isSame(auth[name], original.auth?.[name]),
  );
  const changed = { ...original, auth, changedOptions, updated: wireDate(engine.clock.nowMs()) };
  await saveCollection(tx, changed);
  return changed;
}

// Superusers sign in with a password always, and with a code only besides it (wire contract, section 12).
function withFixedOptions(collection: Collection): Collection {
  if (collection.name !== '_superusers' || !collection.auth) return collection;
  const { auth } = collection;
  const fixed: Partial<AuthOptions> = {
    oauth2: { ...auth.oauth2, enabled: false },
    passwordAuth: { ...auth.passwordAuth, enabled: true },
    mfa: { ...auth.mfa, enabled: auth.mfa.enabled || auth.otp.enabled },
  };
  return { ...collection, auth: { ...auth, ...fixed } };
}

function isMoreThanOptions(merged: Collection, original: Collection): boolean {
  const options = Object.fromEntries(operatorOptions.map((name) => [name, null]));
  const rest = (collection: Collection) => ({ ...collectionJson(collection), ...options });
  return !isSame(rest(merged), rest(original));
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
