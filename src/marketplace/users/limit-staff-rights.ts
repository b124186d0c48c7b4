import type { Row } from '#engine/database/database.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';

/**
 * Whoever has a role of staff has its rights once they have signed in with two factors; until then they are a user who can set that up. Turning it on is
 * not enough: a password alone does that, too.
 */
export function limitStaffRights(
  collectionName: string,
  row: Row,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Row {
  if (collectionName !== 'users' || !isStaffRole(row.role) || (row.twoFactor === true && hasSecondFactor)) return row;
  return { ...row, role: 'user' };
}
