import * as texts from '#texts/adminBilling.ts';
import { formatNumber } from '#texts/format-number.ts';
import type { BillingAnswer } from '#wire/billing.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { ProgressLane } from '../../../platform/ui/ProgressLane.tsx';
import { sizeText } from '../reports/report-record.ts';

/** What the platform charges and what it uses. In the demonstration a sample plan stands beside it, and says what it is. */
export function PlanAndUsage({ billing }: { billing: BillingAnswer }) {
  const { feeText, usage, sample } = billing;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <section aria-labelledby="plan" className="card overflow-hidden">
        <div className="kerb" aria-hidden />
        <div className="p-5">
          <h2 id="plan" className="text-title">
            {texts.plan}
          </h2>
          {sample && (
            <>
              <p className="mt-2">
                <span className="figures font-bold font-head text-display">{sample.plan.price}</span>{' '}
                <span className="text-soft">{sample.plan.period}</span>
              </p>
              <Notice className="mt-3">{texts.demonstrationFigures({ planName: sample.plan.name })}</Notice>
            </>
          )}
          <h3 className="mt-4 text-title">{texts.whatThePlatformCharges}</h3>
          <p className="mt-1 text-soft">{feeText || texts.noFeePolicy}</p>
        </div>
      </section>
      <section aria-labelledby="usage" className="card p-5">
        <h2 id="usage" className="text-title">
          {texts.usage}
        </h2>
        <dl className="mt-3 grid gap-4">
          {sample && (
            <>
              <Meter
                name={texts.sampleApiCalls}
                used={usage.calls}
                limit={sample.usage.calls.limit}
                format={countText}
              />
              <Meter
                name={texts.sampleStorage}
                used={sample.usage.storage.usedBytes}
                limit={sample.usage.storage.limitBytes}
                format={gigabytes}
              />
            </>
          )}
          <Line
            name={texts.callsSinceCallsSince({ callsSince: formatDate(usage.callsSince) })}
            value={countText(usage.calls)}
          />
          <Line name={texts.database} value={sizeText(usage.databaseBytes)} />
          <Line name={texts.reportFiles} value={sizeText(usage.reportBytes)} />
        </dl>
      </section>
    </div>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="figures flex justify-between gap-4 border-line border-t pt-3">
      <dt>{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}

type MeterProps = { name: string; used: number; limit: number; format: (value: number) => string };

function Meter({ name, used, limit, format }: MeterProps) {
  return (
    <div className="figures grid grid-cols-[1fr_auto] gap-x-4">
      <dt>{name}</dt>
      <dd className="font-semibold">{texts.usedOfLimit({ used: format(used), limit: format(limit) })}</dd>
      <dd className="col-span-2 mt-1.5">
        <ProgressLane label={name} percent={(used / limit) * 100} isLabelHidden />
      </dd>
    </div>
  );
}

function countText(count: number): string {
  return formatNumber(count);
}

function gigabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 100_000_000) / 10)} GB`;
}
