import * as texts from '#texts/adminUsers.ts';
import type { AccountChange } from '../../records/account-change.ts';
import { formatStart } from '../../ui/format-time.ts';

/** What happens next with a change that was asked for; empty for one that took effect at once. */
export function nextOf({ field, was, status, takesEffectAt }: AccountChange): string {
  if (status !== 'waiting') return '';
  if (takesEffectAt !== '') return texts.takesEffectBySelf({ time: formatStart(takesEffectAt) });
  if (field === 'role') return texts.waitsForSecondAdmin;
  return field === 'email' ? texts.sentToConfirm({ address: was }) : texts.sentToTheirAddress;
}

/** What saving somebody's account came to: what is changed now, and what waits. */
export function toldOf(asked: readonly AccountChange[], fields: object, valuesName: string): string {
  const waiting = asked.map(nextOf).filter(Boolean);
  const isAskedOnly = waiting.length > 0 && Object.keys(fields).every((name) => name === 'email' || name === 'role');
  return [...(isAskedOnly ? [] : [texts.valuesNameWasChanged({ valuesName })]), ...waiting].join('. ');
}
