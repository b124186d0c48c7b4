import type { Collection, Rule } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { validateRule as checkRule } from '../filters/validate-rule.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import type { CollectionChange } from './collection-change.ts';

type RuleChange = { collection: Collection; original: Collection | null; rule: Rule; before: Rule };

/** What is wrong with a rule: it cannot be read, or it belongs to a system collection and changed. */
export async function validateRule(engine: Engine, change: RuleChange): Promise<FieldError | undefined> {
  const { collection, original, rule, before } = change;
  const problem = rule === null || rule === '' ? undefined : checkRule(engine, collection, rule);
  if (problem !== undefined) {
    return { code: 'validation_invalid_rule', message: `Invalid rule. Raw error: ${problem}` };
  }
  if (!original?.system || rule === before) return undefined;
  const message = 'System collection API rule cannot be changed.';
  return { code: 'validation_collection_system_rule_change', message };
}

const names = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;
const mustBeNil: FieldError = { code: 'validation_nil', message: 'Must be blank.' };

/** What is wrong with the five rules of a collection, by rule; empty when nothing is. */
export async function validateRules(engine: Engine, { collection, original }: CollectionChange): Promise<ErrorData> {
  const errors: ErrorData = {};
  for (const name of names) {
    const isWrite = name !== 'listRule' && name !== 'viewRule';
    const rule = collection[name];
    const error =
      collection.type === 'view' && isWrite && rule !== null
        ? mustBeNil
        : await validateRule(engine, { collection, original, rule, before: original?.[name] ?? null });
    if (error) errors[name] = error;
  }
  return errors;
}
