import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';

type Checked = { user: unknown; refusal: string; field: string };

/** Nobody checks themselves: 400 `own_profile` at `field` for staff who decide about their own profile. Superusers may. */
export function refuseOwnProfile(
  { auth, system }: Pick<RecordEvent, 'auth' | 'system'>,
  { user, refusal, field }: Checked,
): void {
  if (system || !auth || auth.isSuperuser || user !== auth.id) return;
  throw badRequest(refusal, { [field]: { code: 'own_profile', message: 'Somebody else has to check you.' } });
}
