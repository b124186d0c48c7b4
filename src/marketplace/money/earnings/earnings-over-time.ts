import { addMonths } from '#rules/time/add-months.ts';
import { dateText, type LocalDay, localDayOf, parseDate } from '#rules/time/local-time.ts';
import type { EarningsAnswer } from '#wire/earnings.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import type { Earning } from './earned-lessons.ts';
import { sumEarnings } from './sum-earnings.ts';

/** More days than this are shown by month. */
const mostDays = 35;

/** The sums of a span's lessons by local day, or by month where there are many days; each day or month is there, without lessons too. */
export function earningsOverTime(
  earnings: readonly Earning[],
  { fromMs, toMs }: Span,
  timezone: string,
): EarningsAnswer['overTime'] {
  const [first, last] = [localDayOf(timezone, fromMs), localDayOf(timezone, toMs - 1)];
  const unit = last - first < mostDays ? 'day' : 'month';
  const beginOf = (day: LocalDay) => (unit === 'day' ? day : (parseDate(`${dateText(day).slice(0, 7)}-01`) ?? day));
  const byBegin = Map.groupBy(earnings, ({ startMs }) => beginOf(localDayOf(timezone, startMs)));
  const parts: EarningsAnswer['overTime']['parts'] = [];
  for (let day = beginOf(first); day <= last; day = unit === 'day' ? day + 1 : addMonths(day, 1)) {
    const { lessons, grossCents, feeCents, netCents } = sumEarnings(byBegin.get(day) ?? []);
    parts.push({ date: dateText(day), lessons, grossCents, feeCents, netCents });
  }
  return { unit, parts };
}
