import type { Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import type { FieldError } from '../http/api-error.ts';
import { compileFilter } from './compile-filter.ts';
import { FilterError } from './filter-error.ts';

/** What is wrong with an API rule that is to be saved, or undefined. */
export function validateRule(engine: Engine, collection: Collection, rule: string | null): FieldError | undefined {
  if (rule === null || rule === '') return undefined;
  const request = { context: 'default' as const, method: 'GET', auth: null, query: {}, headers: {}, body: {} };
  try {
    compileFilter(engine, { collection, filter: rule, request, mode: 'rule', alias: 't' });
    return undefined;
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const end = /[.!?]$/.test(error.message) ? '' : '.';
    return { code: 'validation_invalid_rule', message: `Invalid rule. Raw error: ${error.message}${end}` };
  }
}
