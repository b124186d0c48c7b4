import type { Row } from '#engine/database/database.ts';
import type { SecondFactor } from '#engine/http/auth-record.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';

/**
 * Whoever has a role of staff has its rights once they have signed in with a second factor of its own; until then they are a user who can set that up. Turning
 * it on is not enough, since a password alone does that, too. Nor is a mailed code: whoever has the mailbox gets a new password by it as well.
 */
export function limitStaffRights(
  collectionName: string,
  row: Row,
  { secondFactor }: { secondFactor: SecondFactor },
): Row {
  if (collectionName !== 'users' || !isStaffRole(row.role) || (row.twoFactor === true && secondFactor === 'own'))
    return row;
  return { ...row, role: 'user' };
}
