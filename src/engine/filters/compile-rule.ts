import type { Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import type { Condition } from './compare.ts';
import { compileFilter } from './compile-filter.ts';
import { FilterError } from './filter-error.ts';
import type { RuleRequest } from './rule-request.ts';

type Subject = { collection: Collection; rule: string; request: RuleRequest };

/** An API rule as a condition on `t`. A rule that can't be understood, as when what it names is gone, lets nobody in. */
export function compileRule(engine: Engine, { collection, rule, request }: Subject): Condition {
  if (rule === '') return true;
  try {
    return compileFilter(engine, { collection, filter: rule, request, mode: 'rule', alias: 't' });
  } catch (error) {
    if (error instanceof FilterError) return false;
    throw error;
  }
}
