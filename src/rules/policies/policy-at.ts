import { firstPolicyValues, type PolicyValues } from './policy-values.ts';

/** A version of the policies and from when on it is in force, in epoch milliseconds. */
export type PolicyVersion = { version: number; fromMs: number; values: PolicyValues };

/**
 * The version in force at an instant: the highest of those that have begun; before the first began, the first. A lesson lives under the
 * version it was booked under. Undefined only where there is none at all.
 */
export function policyAt(versions: readonly PolicyVersion[], instantMs: number): PolicyVersion | undefined {
  const ascending = [...versions].sort((one, other) => one.version - other.version);
  return ascending.findLast(({ fromMs }) => fromMs <= instantMs) ?? ascending[0];
}

/** The version with a number, or the nearest below it where it was never written. */
export function policyOfVersion(versions: readonly PolicyVersion[], version: number): PolicyVersion | undefined {
  const ascending = [...versions].sort((one, other) => one.version - other.version);
  return ascending.findLast((policy) => policy.version <= version) ?? ascending[0];
}

/** The figures of a stored version. What a version written before a figure was known does not say, is as it was in version 1. */
export function readPolicyValues(stored: unknown): PolicyValues {
  return { ...firstPolicyValues, ...(typeof stored === 'object' ? stored : {}) };
}
