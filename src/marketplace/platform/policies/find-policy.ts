import type { Queryable } from '#engine/database/database.ts';
import { type PolicyVersion, readPolicyValues } from '#rules/policies/policy-at.ts';
import { findPolicyRowAt, findPolicyRowOf, listPolicyRows, type StoredPolicy } from './policies.store.ts';

/** The version of the policies that is in force at an instant: what is quoted, booked and sold now lives under it. */
export async function findPolicyAt(db: Queryable, nowMs: number): Promise<PolicyVersion> {
  return readPolicy(await findPolicyRowAt(db, nowMs));
}

/** The version that a lesson (or whatever else names one) was booked under. */
export async function findPolicyOf(db: Queryable, version: number): Promise<PolicyVersion> {
  return readPolicy(await findPolicyRowOf(db, version));
}

/** Every version, for a list whose rows were booked under several. */
export async function listPolicies(db: Queryable): Promise<PolicyVersion[]> {
  return (await listPolicyRows(db)).map(readPolicy);
}

// Version 1 comes with the table; without any the figures are those of version 1.
function readPolicy(row: StoredPolicy | undefined): PolicyVersion {
  return {
    version: row?.version ?? 1,
    fromMs: row?.effectiveFrom.getTime() ?? 0,
    values: readPolicyValues(row?.values),
  };
}
