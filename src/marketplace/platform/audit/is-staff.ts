import type { AuthRecord } from '#engine/http/auth-record.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether somebody belongs to those whose deeds are in the audit trail. */
export function isStaff(auth: AuthRecord): boolean {
  return auth.isSuperuser || (auth.collectionName === 'users' && isStaffRole(auth.row.role));
}

/** Whether a record is somebody's own affair. */
export function isOwn(auth: AuthRecord, record: Values, collection: string): boolean {
  if (auth.isSuperuser) return false;
  if (collection === 'users') return record.id === auth.id;
  return [record.user, record.learner, record.sender].includes(auth.id);
}

/** By what people know a record. */
export function nameOf({ name, email, kind, date, version }: Values): string {
  return String(name || email || kind || date || version || '');
}
