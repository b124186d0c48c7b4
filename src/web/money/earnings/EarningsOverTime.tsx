import { Link } from 'react-router';
import { earningsOfPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/earnings.ts';
import type { EarningsAnswer } from '#wire/earnings.ts';
import type { DaySpan } from '../../platform/lists/span-choice.ts';
import { BarChart } from '../../platform/ui/BarChart.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDay, formatMonth } from '../../platform/ui/format-time.ts';
import { lastDayOf } from '../../platform/ui/last-day-of.ts';

/** What the lessons of a period brought, by day or by month: a picture, and the same numbers as a table beside it. */
export function EarningsOverTime({
  overTime: { unit, parts },
  days,
}: Pick<EarningsAnswer, 'overTime'> & { days: DaySpan }) {
  const named = parts.map((part) => ({
    ...part,
    label: unit === 'day' ? formatDay(part.date, 'UTC') : formatMonth(part.date.slice(0, 7)),
  }));
  const taught = named.filter(({ lessons }) => lessons > 0);
  const [first] = taught;
  if (!first || parts.length < 2) return null;
  const best = taught.reduce((most, part) => (part.netCents > most.netCents ? part : most), first);
  return (
    <section aria-labelledby="over-time" className="card p-5">
      <h2 id="over-time" className="mb-5 text-title">
        {texts.overTime({ unit })}
      </h2>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <BarChart
          summary={texts.overTimeSummary({ unit, highest: formatMoney(best.netCents), when: best.label })}
          bars={named.map(({ label, netCents }) => ({ label, value: netCents }))}
          format={formatMoney}
        />
        <table className="figures">
          <caption className="unseen">{texts.overTime({ unit })}</caption>
          <thead>
            <tr className="text-soft">
              <th scope="col" className="py-1.5 text-left font-semibold">
                {texts.partOfPeriod({ unit })}
              </th>
              <th scope="col" className="py-1.5 pl-3 text-right font-semibold">
                {texts.lessons}
              </th>
              <th scope="col" className="py-1.5 pl-3 text-right font-semibold">
                {texts.yours}
              </th>
            </tr>
          </thead>
          <tbody>
            {taught.map(({ date, label, lessons, netCents }) => (
              <tr key={date} className="border-line border-t">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {label}
                </th>
                <td className="py-1.5 pl-3 text-right">{lessons}</td>
                <td className="py-1.5 pl-3 text-right">
                  <Link
                    to={lessonsOf(unit, date, days)}
                    aria-label={texts.lessonsBehind({ sum: formatMoney(netCents), label })}
                  >
                    {formatMoney(netCents)}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The page of the lessons of a day, or of a month as far as it lies in the period. */
function lessonsOf(unit: EarningsAnswer['overTime']['unit'], date: string, days: DaySpan): string {
  const last = unit === 'day' ? date : lastDayOf(date.slice(0, 7));
  const [from = date] = [date, days.from].sort().reverse();
  const [to = last] = [last, days.to].sort();
  return earningsOfPath({ from, to });
}
