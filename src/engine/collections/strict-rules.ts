import type { Collection, Rule } from './collection.ts';

export const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;
export type RuleName = (typeof ruleNames)[number];

/** Of a rule that is described in code: its text there, and what an operator asks besides. */
export type StrictRule = { own: string; more: string };

/** A rule that holds where both hold. */
export function joinRules({ own, more }: StrictRule): string {
  return own === '' ? more : `(${own}) && (${more})`;
}

/** What a collection's rule is in code, whatever an operator asks besides. */
export function ownRule(collection: Collection, name: RuleName): Rule {
  return collection.strictRules?.[name]?.own ?? collection[name];
}

/**
 * What a sent rule asks besides the one in code: nothing (`''`) where it is the same, undefined where it isn't `(<the one in code>) && (<more>)`.
 * Whether `more` is a whole rule of its own has still to be asked: `a) || (b` is none.
 */
export function addedRule(own: Rule, sent: Rule): string | undefined {
  if (sent === own) return '';
  if (own === null || sent === null) return undefined;
  if (own === '') return sent;
  const begin = `(${own}) && `;
  if (!sent.startsWith(begin)) return undefined;
  const more = sent.slice(begin.length).trim();
  return more.startsWith('(') && more.endsWith(')') ? more.slice(1, -1) : more;
}

/** A description from code with what an operator asked besides its rules, as far as it has those rules still. */
export function withStrictRules(definition: Collection, known: Collection | undefined): Collection {
  const strictRules: Collection['strictRules'] = {};
  const rules: Partial<Record<RuleName, string>> = {};
  for (const name of ruleNames) {
    const own = definition[name];
    const more = known?.strictRules?.[name]?.more;
    if (more === undefined || own === null) continue;
    strictRules[name] = { own, more };
    rules[name] = joinRules({ own, more });
  }
  if (!known || Object.keys(rules).length === 0) return definition;
  return { ...definition, ...rules, strictRules, updated: known.updated };
}
