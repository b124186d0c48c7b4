import type { Row } from '#engine/database/database.ts';

const staffRoles: readonly unknown[] = ['admin', 'moderator'];

/** Whoever has a role of staff has its rights once they sign in with two factors; until then they are a user who can set that up. */
export function limitStaffRights(collectionName: string, row: Row): Row {
  if (collectionName !== 'users' || !staffRoles.includes(row.role) || row.twoFactor === true) return row;
  return { ...row, role: 'user' };
}
