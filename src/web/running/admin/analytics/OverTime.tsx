import { useState } from 'react';
import { Link } from 'react-router';
import { entriesPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/adminAnalytics.ts';
import { formatNumber } from '#texts/format-number.ts';
import type { AnalyticsAnswer, Bucket } from '#wire/analytics.ts';
import type { DaySpan } from '../../../platform/lists/span-choice.ts';
import { BarChart } from '../../../platform/ui/BarChart.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { useIsNarrow } from '../../../platform/ui/use-is-narrow.ts';
import { daysOf } from './analytics-record.ts';

type Measure = Exclude<keyof Bucket, 'date'>;

const measures = [
  { value: 'lessons', label: texts.lessons },
  { value: 'revenueCents', label: texts.revenue },
  { value: 'feesCents', label: texts.platformFees },
  { value: 'newUsers', label: texts.newUsers },
] as const;

type OverTimeProps = Pick<AnalyticsAnswer, 'unit' | 'buckets'> & { days: DaySpan };

/** How one figure went over the period, as bars and as a table. */
export function OverTime({ unit, buckets, days }: OverTimeProps) {
  const [measure, setMeasure] = useState<Measure>('lessons');
  const label = measures.find(({ value }) => value === measure)?.label ?? '';
  const format = measure === 'revenueCents' || measure === 'feesCents' ? formatMoney : wholeText;
  const bars = buckets.map((bucket) => ({ label: dateText(bucket.date, unit), value: bucket[measure] }));
  const highest = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), { label: '', value: 0 });
  const summary =
    highest.value > 0
      ? texts.summaryWithHighest({ label, unit, highest: format(highest.value), bucket: highest.label })
      : texts.summaryOfNone({ label, unit });
  const isNarrow = useIsNarrow();
  const table = <ValuesTable unit={unit} buckets={buckets} days={days} />;
  return (
    <section aria-labelledby="over-time" className="card p-5">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <h2 id="over-time" className="text-title">
          {texts.labelByUnit({ label, unit })}
        </h2>
        <div className="w-44">
          <SelectField
            label={texts.show}
            options={measures}
            value={measure}
            onChange={(chosen) => setMeasure(measures.find(({ value }) => value === chosen)?.value ?? 'lessons')}
          />
        </div>
      </div>
      <BarChart summary={summary} bars={bars} format={format} />
      {/* A phone has little room for all figures at once. */}
      {isNarrow ? (
        <details className="mt-4">
          <summary className="min-h-11 content-center font-semibold text-green">{texts.showAsATable}</summary>
          {table}
        </details>
      ) : (
        <div className="mt-5">{table}</div>
      )}
    </section>
  );
}

/** Every figure of every day, week or month. */
function ValuesTable({ unit, buckets, days }: OverTimeProps) {
  return (
    <table className="figures w-full max-sm:text-note">
      <caption className="unseen">{texts.allValuesByUnit({ unit })}</caption>
      <thead>
        <tr className="text-note text-soft">
          <th scope="col" className="py-1.5 text-left font-semibold">
            {texts.from}
          </th>
          {measures.map(({ value, label: name }) => (
            <th key={value} scope="col" className="py-1.5 pl-3 text-right font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket, place) => (
          <tr key={bucket.date} className="border-line border-t">
            <th scope="row" className="whitespace-nowrap py-1.5 text-left font-normal">
              {formatDate(bucket.date)}
            </th>
            <td className="py-1.5 pl-3 text-right">{bucket.lessons}</td>
            <td className="py-1.5 pl-3 text-right">
              <Link to={entriesPath('revenue', daysOf(buckets, place, days))}>{formatMoney(bucket.revenueCents)}</Link>
            </td>
            <td className="py-1.5 pl-3 text-right">
              <Link to={entriesPath('fees', daysOf(buckets, place, days))}>{formatMoney(bucket.feesCents)}</Link>
            </td>
            <td className="py-1.5 pl-3 text-right">{bucket.newUsers}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `3 Nov` for a day, `week of 3 Nov`, `Nov 2026`. */
function dateText(date: string, unit: AnalyticsAnswer['unit']): string {
  const text = formatDate(date);
  if (unit === 'month') return text.slice(text.indexOf(' ') + 1);
  const day = text.slice(0, -5);
  return unit === 'week' ? texts.weekOf({ day }) : day;
}

function wholeText(value: number): string {
  return formatNumber(value, Number.isInteger(value) ? 0 : 1);
}
