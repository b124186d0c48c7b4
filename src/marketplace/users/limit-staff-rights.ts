import type { Row } from '#engine/database/database.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';

/** Whoever has a role of staff has its rights once they sign in with two factors; until then they are a user who can set that up. */
export function limitStaffRights(collectionName: string, row: Row): Row {
  if (collectionName !== 'users' || !isStaffRole(row.role) || row.twoFactor === true) return row;
  return { ...row, role: 'user' };
}
