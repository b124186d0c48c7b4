import type { Queryable } from '#engine/database/database.ts';
import { findPolicies } from './policies.store.ts';

/** The sentence of a numbered policy that is in force at an instant; empty when there is none of that number. */
export async function findPolicyText(db: Queryable, nowMs: number, number: number): Promise<string> {
  const policies = await findPolicies(db, nowMs);
  const rules: unknown = policies?.rules;
  const rule: unknown = typeof rules === 'object' && rules !== null ? Reflect.get(rules, String(number)) : undefined;
  const text: unknown = typeof rule === 'object' && rule !== null ? Reflect.get(rule, 'text') : undefined;
  return typeof text === 'string' ? text : '';
}
