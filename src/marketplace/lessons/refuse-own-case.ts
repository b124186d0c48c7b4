import { badRequest } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { findParties } from './lesson-moves.store.ts';

/** Nobody judges their own case: 400 `own_case` at `field` for staff who took or gave the lesson that it is about. Superusers may. */
export async function refuseOwnCase(
  { tx, auth, system }: Pick<InsideEvent, 'tx' | 'auth' | 'system'>,
  { lesson, field }: { lesson: string; field: string },
): Promise<void> {
  if (system || !auth || auth.isSuperuser || !(await findParties(tx, lesson)).includes(auth.id)) return;
  const message = 'You are part of this. Somebody else has to decide it.';
  throw badRequest('Failed to create record.', { [field]: { code: 'own_case', message } });
}
