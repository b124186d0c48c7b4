import type { Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileFilter } from './compile-filter.ts';
import type { Condition } from './condition.ts';
import { FilterError } from './filter-error.ts';
import { isKeptFrom } from './is-kept-from.ts';
import type { RuleRequest } from './rule-request.ts';

type Subject = {
  collection: Collection;
  rule: string;
  request: RuleRequest;
  /** The record that is asked, where it was read already. */
  row?: Row | undefined;
  /** The record is to be made. */
  isMade?: true;
};

/** An API rule as a condition on `t`. A rule that can't be understood, as when what it names is gone, lets nobody in. */
export function compileRule(engine: Engine, { collection, rule, request, row, isMade }: Subject): Condition {
  if (isKeptFrom(request.auth, collection)) return false;
  if (rule === '') return true;
  try {
    return compileFilter(engine, { collection, filter: rule, request, mode: 'rule', alias: 't', row, isMade });
  } catch (error) {
    if (error instanceof FilterError) return false;
    throw error;
  }
}
