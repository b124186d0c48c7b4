import { forbidden, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';

/** True for superusers and for accounts with the role admin. */
export function isAdmin(auth: AuthRecord): boolean {
  return auth.isSuperuser || (auth.collectionName === 'users' && auth.row.role === 'admin');
}

/** Lets admins and superusers pass; 401 for guests, 403 for others. */
export function requireAdmin(auth: AuthRecord | null): AuthRecord {
  if (!auth) throw unauthorized();
  if (auth.isLimited)
    throw forbidden('Turn on signing in with two factors first; the rights of your role wait for it.');
  if (!isAdmin(auth)) throw forbidden();
  return auth;
}
