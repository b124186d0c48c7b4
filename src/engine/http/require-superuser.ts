import { ApiError, unauthorized } from './api-error.ts';
import type { RequestContext } from './route.ts';

/** Refuses guests with 401 and everyone but superusers with 403 (wire contract, section 2). */
export function requireSuperuser({ auth }: RequestContext): void {
  if (!auth) throw unauthorized();
  if (!auth.isSuperuser) throw new ApiError(403, 'The authorized record is not allowed to perform this action.');
}
