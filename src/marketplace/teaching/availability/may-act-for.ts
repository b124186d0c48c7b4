import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Diary } from './availability.store.ts';

/** Whether somebody acts for the instructor of a diary: the instructor, admins and superusers do. */
export function mayActFor({ userId }: Diary, auth: AuthRecord | null): boolean {
  if (!auth) return false;
  return mayActForAll(auth) || auth.id === userId;
}

/** Whether somebody acts for every instructor. */
export function mayActForAll(auth: AuthRecord): boolean {
  return auth.isSuperuser || (auth.collectionName === 'users' && auth.row.role === 'admin');
}
