import * as texts from '#texts/adminAdvice.ts';
import { formatSeries } from '../../../platform/ui/format-list.ts';
import { clockOfMinute } from '../../../platform/ui/wall-minutes.ts';
import { weekdays } from '../../../platform/ui/weekdays.ts';
import type { Advice } from './use-advice.ts';

export const kindWords: Record<Advice['kind'], string> = { meet: texts.meet, avoid: texts.avoid };
export const kindOptions = (['meet', 'avoid'] as const).map((value) => ({ value, label: kindWords[value] }));

/** When advice holds, in words. */
export function whenWords({ weekdays: days, startMinute, endMinute }: Advice): string {
  const isWholeDay = startMinute === 0 && endMinute === 1440;
  const named = weekdays.filter(({ weekday }) => days.includes(weekday)).map(({ name }) => name);
  if (isWholeDay && named.length === 0) return texts.always;
  const words = named.length === 0 ? texts.everyDay : formatSeries(named);
  const [from, to] = [clockOfMinute(startMinute), clockOfMinute(endMinute)];
  return isWholeDay ? words : texts.daysAndHours({ days: words, from, to });
}
