import { badRequest } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { findChecked, lockVerification } from './joining.store.ts';
import { refuseOwnProfile } from './refuse-own-profile.ts';

const refusal = 'Failed to update record.';

/** A suspension that waits for a second person may be withdrawn by anybody who checks; nothing else of a verification ever changes. */
export function checkWithdrawal({ record, original, auth, system }: RecordEvent): void {
  if (system || auth?.isSuperuser) return;
  if (record.status !== 'withdrawn') {
    throw badRequest(refusal, { status: { code: 'not_allowed', message: 'It can only be withdrawn.' } });
  }
  if (original?.status !== 'waiting') throw notWaiting();
}

/** Whoever confirms and whoever withdraws at one moment: only the first has an effect. */
export async function lockWithdrawal(event: InsideEvent): Promise<void> {
  const { tx, record, original } = event;
  if (!original || record.status !== 'withdrawn') return;
  const suspended = await findChecked(tx, String(record.instructor));
  refuseOwnProfile(event, { user: suspended?.user, refusal, field: 'status' });
  if ((await lockVerification(tx, record.id))?.status !== 'waiting') throw notWaiting();
}

function notWaiting() {
  return badRequest(refusal, { status: { code: 'not_waiting', message: 'This no longer waits to be confirmed.' } });
}
