import type { Row } from '#engine/database/database.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';

/** An account whose address staff changed, or whose second factor they took off, has no rights of staff for a while, whoever signs in to it; then those of its role. */
export function waitForRights(collectionName: string, row: Row, nowMs: number): Row {
  const from = row._rights_from;
  if (collectionName !== 'users' || !isStaffRole(row.role) || !(from instanceof Date) || from.getTime() <= nowMs)
    return row;
  return { ...row, role: 'user' };
}
