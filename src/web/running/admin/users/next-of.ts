import { accountChangeKind } from '#rules/staff/account-change-kind.ts';
import * as texts from '#texts/adminUsers.ts';
import type { AccountChange } from '../../../platform/records/account-change.ts';
import { formatStart } from '../../../platform/ui/format-time.ts';

/** What happens next with a change that was asked for; empty for one that took effect at once. */
export function nextOf(change: AccountChange): string {
  const { field, was, status, takesEffectAt, lockedUntil } = change;
  if (status !== 'waiting') return '';
  if (lockedUntil !== '') return texts.lockedForNow({ time: formatStart(lockedUntil) });
  if (takesEffectAt !== '')
    return texts.takesEffectBySelf({ kind: accountChangeKind(change), time: formatStart(takesEffectAt) });
  if (field === 'role' || field === 'suspended') return texts.waitsForSecondAdmin({ kind: accountChangeKind(change) });
  return field === 'email' ? texts.sentToConfirm({ address: was }) : texts.sentToTheirAddress;
}

/** What saving somebody's account came to: what is changed now, and what waits. */
export function toldOf(asked: readonly AccountChange[], fields: object, valuesName: string): string {
  const waiting = asked.map(nextOf).filter(Boolean);
  const isAskedOnly =
    waiting.length > 0 && Object.keys(fields).every((name) => asked.some(({ field }) => field === name));
  return [...(isAskedOnly ? [] : [texts.valuesNameWasChanged({ valuesName })]), ...waiting].join('. ');
}
