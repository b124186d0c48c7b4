import { badRequest } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import type { StaffRight } from '#rules/staff/staff-rights.ts';
import { requireStaffBeforeIfAboutStaff } from '../rights/held-role.ts';
import { findParties } from './lesson-moves.store.ts';

type Case = {
  lesson: string;
  field: string;
  /** Who has it decides, and since when the case waits for them. */
  right: StaffRight;
  begun: unknown;
};

/**
 * Nobody judges their own case: 400 `own_case` at `field` for staff who took or gave the lesson that it is about, and `not_staff_then` for who became staff since it
 * began where one of them is staff, who could have had a part in that. Superusers may.
 */
export async function refuseOwnCase(
  { tx, auth, system }: Pick<InsideEvent, 'tx' | 'auth' | 'system'>,
  { lesson, field, right, begun }: Case,
): Promise<void> {
  if (system || !auth || auth.isSuperuser) return;
  const parties = await findParties(tx, lesson);
  const refusal = 'Failed to create record.';
  if (parties.includes(auth.id)) {
    const message = 'You are part of this. Somebody else has to decide it.';
    throw badRequest(refusal, { [field]: { code: 'own_case', message } });
  }
  const begunMs = begun instanceof Date ? begun.getTime() : 0;
  await requireStaffBeforeIfAboutStaff(tx, { auth, system }, { parties, right, begunMs, field, refusal });
}
