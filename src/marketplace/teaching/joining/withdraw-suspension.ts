import { badRequest } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { requireImpartial } from '../../platform/rights/require-impartial.ts';
import { findChecked, lockVerification } from './joining.store.ts';

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
  await requireImpartial(tx, event, {
    ...{ parties: [suspended?.user], about: 'profile', right: 'papers', field: 'status', refusal },
    begun: original.created,
  });
  if ((await lockVerification(tx, record.id))?.status !== 'waiting') throw notWaiting();
}

function notWaiting() {
  return badRequest(refusal, { status: { code: 'not_waiting', message: 'This no longer waits to be confirmed.' } });
}
