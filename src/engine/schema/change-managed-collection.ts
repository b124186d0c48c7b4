import { canonicalJson } from '../canonical-json.ts';
import { type AuthOptions, type Collection, operatorOptions, type Rule } from '../collections/collection.ts';
import { saveCollection } from '../collections/collection-store.ts';
import { addedRule, joinRules, ownRule, ruleNames } from '../collections/strict-rules.ts';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { validateRule } from '../filters/validate-rule.ts';
import { badRequest, type ErrorData, type FieldError } from '../http/api-error.ts';
import { wireDate } from '../wire-date.ts';
import { collectionJson } from './collection-json.ts';
import { completeCollection } from './complete-collection.ts';
import { findWrongParts, needed, readAddedParts, withParts } from './read-added-parts.ts';
import { readCollection } from './read-collection.ts';
import { replaceStored } from './replace-stored.ts';
import { syncCollectionTable } from './sync-collection-table.ts';
import { validateCollection } from './validate-collection.ts';

type Change = { original: Collection; input: Record<string, unknown>; all: readonly Collection[] };

/**
 * Changes what an operator may choose of a collection that is described in code: how its accounts sign in, how long their tokens live, what
 * their mails say, what its rules ask besides, and fields and indexes of its own. It is kept over restarts. Throws 400 at what else is to change,
 * where the product needs it as it is.
 */
export async function changeManagedCollection(
  engine: Engine,
  tx: Transaction,
  { original, input, all }: Change,
  refusal: string,
): Promise<Collection> {
  const merged = withFixedOptions(readCollection(original, input));
  const parts = readAddedParts(original, merged);
  const { fields, indexes } = parts;
  const collection = { ...merged, fields, indexes };
  const known = all.map((other) => (other.id === original.id ? collection : other));
  const judged = { collection, original: { ...original, indexes: completeCollection(original).indexes }, all: known };
  const errors = await validateCollection(engine, tx, judged);
  if (errors) throw badRequest(refusal, errors);
  const kept = { ...findKept(collection, original), ...findWrongParts(engine, original, parts) };
  if (Object.keys(kept).length > 0) throw badRequest(refusalOf(original), kept);
  const { auth } = merged;
  const changedOptions = operatorOptions.filter(
    (name) => original.changedOptions?.includes(name) || !isSame(auth?.[name], original.auth?.[name]),
  );
  const described = withRules(engine, merged, withParts(original, parts));
  const options = auth ? { auth, changedOptions } : {};
  const changed: Collection = { ...described, ...options, updated: wireDate(engine.clock.nowMs()) };
  await replaceStored(tx, { collection: changed, original, all, message: refusal }, async () => {
    await syncCollectionTable(tx, { collection: changed, original, message: refusal });
    await saveCollection(tx, changed);
  });
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

/** What would change of that which the product needs as it is, by setting; of fields and indexes see `findWrongParts`. */
function findKept(merged: Collection, original: Collection): ErrorData {
  const may: readonly string[] = [...operatorOptions, ...ruleNames, 'fields', 'indexes'];
  const [after, before] = [collectionJson(merged), collectionJson(original)];
  const changed = Object.keys(before).filter((name) => !may.includes(name) && !isSame(after[name], before[name]));
  return Object.fromEntries(changed.map((name) => [name, needed]));
}

/** The description with the rules as they are to be. Throws 400 at each that does not ask more than the one in code. */
function withRules(engine: Engine, merged: Collection, original: Collection): Collection {
  const errors: ErrorData = {};
  const { strictRules: _before, ...described } = original;
  const strictRules: Collection['strictRules'] = {};
  for (const name of ruleNames) {
    const own = ownRule(original, name);
    const more = addedRule(own, merged[name]);
    const wrong = findWrongRule(engine, original, { own, more });
    if (wrong) errors[name] = wrong;
    else if (own === null || !more) described[name] = own;
    else {
      strictRules[name] = { own, more };
      described[name] = joinRules({ own, more });
    }
  }
  if (Object.keys(errors).length > 0) throw badRequest(refusalOf(original), errors);
  return Object.keys(strictRules).length > 0 ? { ...described, strictRules } : described;
}

type RuleChange = { own: Rule; more: string | undefined };

const withComment: FieldError = {
  code: 'validation_invalid_rule',
  message: 'What is asked besides a rule of the product cannot have // in it.',
};

// What is asked besides must be a whole rule by itself (`a) || (b` is none), and nothing in it may hide where it ends.
function findWrongRule(engine: Engine, original: Collection, { own, more }: RuleChange): FieldError | undefined {
  if (more === undefined) return own === null ? needed : notStricter(own);
  if (more === '') return undefined;
  if (more.includes('//')) return withComment;
  const joined = joinRules({ own: own ?? '', more });
  return validateRule(engine, original, more) ?? validateRule(engine, original, joined);
}

const refusalOf = ({ name }: Collection) => `The collection ${name} is described in code and cannot be changed here.`;

function notStricter(own: string): FieldError {
  const message = `The product needs this rule, which may only ask for more. Write it as (${own}) && (what else you ask).`;
  return { code: 'validation_rule_not_stricter', message };
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
