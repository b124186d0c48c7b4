import { ApiError, unauthorized } from './api-error.ts';
import type { AuthRecord } from './auth-record.ts';
import type { RequestContext } from './route.ts';

/** The superuser who asks; refuses guests with 401 and everyone else with 403 (wire contract, section 2). */
export function requireSuperuser({ auth }: RequestContext): AuthRecord {
  if (!auth) throw unauthorized();
  if (!auth.isSuperuser) throw new ApiError(403, 'The authorized record is not allowed to perform this action.');
  return auth;
}
