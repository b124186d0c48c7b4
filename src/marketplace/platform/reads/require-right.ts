import { forbidden, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { isStaffRole, roleHasRight, type StaffRight } from '#rules/staff/staff-rights.ts';

/** True for superusers and for accounts whose role has a right. */
export function hasRight(auth: AuthRecord, right: StaffRight): boolean {
  return auth.isSuperuser || (auth.collectionName === 'users' && roleHasRight(auth.row.role, right));
}

/** True for superusers and for accounts with the role admin, who act for others in lessons. */
export function isAdmin(auth: AuthRecord): boolean {
  return hasRight(auth, 'lessons');
}

/** Lets superusers and those whose role has a right pass; 401 for guests, 403 for others. */
export function requireRight(auth: AuthRecord | null, right: StaffRight): AuthRecord {
  return requireThat(auth, (found) => hasRight(found, right));
}

/** Lets the platform's people pass, whatever their role, but not superusers, who are no people of the product. */
export function requireStaff(auth: AuthRecord | null): AuthRecord {
  if (auth?.isSuperuser) throw unauthorized();
  return requireThat(auth, ({ collectionName, row }) => collectionName === 'users' && isStaffRole(row.role));
}

function requireThat(auth: AuthRecord | null, isTheirs: (auth: AuthRecord) => boolean): AuthRecord {
  if (!auth) throw unauthorized();
  if (auth.isLimited) throw forbidden(auth.limitedBecause);
  if (!isTheirs(auth)) throw forbidden();
  return auth;
}
