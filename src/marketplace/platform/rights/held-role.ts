import type { Queryable } from '#engine/database/database.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { rolesWith, type StaffRight } from '#rules/staff/staff-rights.ts';
import { weekMs } from '#rules/time/durations.ts';
import { hadRoleAt, selectAdminsSince, selectRoleSince, selectStaffSince } from './staff.store.ts';

/** Whether somebody is an administrator now and has been one for seven days. */
export async function isAdminOfAWeek(db: Queryable, user: string, nowMs: number): Promise<boolean> {
  const held = await selectRoleSince(db, user);
  return held?.role === 'admin' && held.sinceMs <= nowMs - weekMs;
}

/** Whether somebody had a right at an instant, by the role that they had then. */
export function hadRightAt(
  db: Queryable,
  { user, right, atMs }: { user: string; right: StaffRight; atMs: number },
): Promise<boolean> {
  return hadRoleAt(db, { user, roles: rolesWith(right), atMs });
}

/**
 * Whether nobody else was an administrator in the seven days before an instant, nor is since: who suspends, demotes or deletes the others does not
 * become the only one by it.
 */
export async function isOnlyAdmin(db: Queryable, user: string, atMs: number): Promise<boolean> {
  const admins = await selectAdminsSince(db, atMs - weekMs);
  return admins.length === 1 && admins[0] === user;
}

export type Case = { right: StaffRight; begunMs: number; field: string; refusal: string };
export type Decider = Pick<RecordEvent, 'auth' | 'system'>;

/**
 * The second person of a case that one alone may not decide was staff before the case began: else the first could have made them. 400 `not_staff_then`
 * at `field` for others; superusers may.
 */
export async function requireStaffBefore(
  db: Queryable,
  { auth, system }: Decider,
  { right, begunMs, field, refusal }: Case,
): Promise<void> {
  if (system || !auth || auth.isSuperuser || (await hadRightAt(db, { user: auth.id, right, atMs: begunMs }))) return;
  const message = 'Somebody has to decide this who was staff before it began.';
  throw badRequest(refusal, { [field]: { code: 'not_staff_then', message } });
}

/** The same where one of the people whom a case is about was staff since it began: of a case between others, everybody who has the right decides. */
export async function requireStaffBeforeIfAboutStaff(
  db: Queryable,
  decider: Decider,
  { parties, ...about }: Case & { parties: readonly string[] },
): Promise<void> {
  if ((await selectStaffSince(db, parties, about.begunMs)).length === 0) return;
  await requireStaffBefore(db, decider, about);
}
