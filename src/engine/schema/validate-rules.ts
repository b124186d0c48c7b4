import type { Collection, Rule } from '../collections/collection.ts';
import { createCollectionRegistry } from '../collections/collection-registry.ts';
import { ruleNames } from '../collections/strict-rules.ts';
import type { Engine } from '../engine.ts';
import { validateRule } from '../filters/validate-rule.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import type { CollectionChange } from './collection-change.ts';

type RuleChange = { collection: Collection; original: Collection | null; rule: Rule; before: Rule };

const systemRuleChange: FieldError = {
  code: 'validation_collection_system_rule_change',
  message: 'System collection API rule cannot be changed.',
};

/** What is wrong with a rule: it cannot be read, or it belongs to a system collection and changed. */
export function validateChangedRule(engine: Engine, change: RuleChange): FieldError | undefined {
  const { collection, original, rule, before } = change;
  const isLocked = original?.system === true && rule !== before;
  return validateRule(engine, collection, rule) ?? (isLocked ? systemRuleChange : undefined);
}

/** The engine as a rule meets it once the change is made: a rule may lead through the collection itself and all that come with it. */
export function withCollections(
  engine: Engine,
  { collection, all }: Pick<CollectionChange, 'collection' | 'all'>,
): Engine {
  const collections = createCollectionRegistry();
  collections.replaceAll([...all.filter(({ id }) => id !== collection.id), collection]);
  return { ...engine, collections };
}

const mustBeNil: FieldError = { code: 'validation_nil', message: 'Must be blank.' };

/** What is wrong with the five rules of a collection, by rule; empty when nothing is. */
export function validateRules(engine: Engine, change: CollectionChange): ErrorData {
  const { collection, original } = change;
  const known = withCollections(engine, change);
  const errors: ErrorData = {};
  for (const name of ruleNames) {
    const rule = collection[name];
    const isWrite = name !== 'listRule' && name !== 'viewRule';
    const before = original?.[name] ?? null;
    const isForeign = collection.type === 'view' && isWrite && rule !== null;
    const error = isForeign ? mustBeNil : validateChangedRule(known, { collection, original, rule, before });
    if (error) errors[name] = error;
  }
  return errors;
}
