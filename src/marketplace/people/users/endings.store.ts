import type { Queryable } from '#engine/database/database.ts';
import { staffRoles } from '#rules/staff/staff-rights.ts';

/** Has all accounts counted again. The sums of a backup do not include the live rows that a restore keeps. */
export async function countAllAnew(db: Queryable): Promise<void> {
  await db.query('insert into stale_sums (account) select id from users');
}

/**
 * Makes the history of staff roles say what a restored backup and the endings left: an open term whose account has not that role ends now, and a role
 * without a term begins now. Triggers write neither during a restore.
 */
export async function matchRoleTerms(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `update role_terms t set until = greatest(t.since, to_timestamp($1::double precision / 1000))
     where t.until is null and not exists (select from users u where u.id = t."user" and u.role = t.role)`,
    [nowMs],
  );
  await db.query(
    `insert into role_terms ("user", role, since)
     select u.id, u.role, to_timestamp($1::double precision / 1000) from users u
     where u.role = any ($2) and not exists (select from role_terms t where t."user" = u.id and t.until is null)`,
    [nowMs, staffRoles],
  );
}
