import type { Queryable } from '#engine/database/database.ts';
import { rolesWith, type StaffRight } from '#rules/staff/staff-rights.ts';
import { selectPeopleOf } from './staff.store.ts';

/** The accounts of those who have a right: who is told of what waits for it. */
export async function findStaff(db: Queryable, right: StaffRight): Promise<string[]> {
  return selectPeopleOf(db, rolesWith(right));
}
