import * as texts from '#texts/lessons.ts';
import { formatMoney } from '../ui/format-money.ts';
import type { PriceLine } from './lesson-record.ts';
import { priceLineWords } from './price-line-words.ts';

type PriceLinesProps = {
  lines: readonly PriceLine[];
  totalCents: number;
  totalLabel?: string;
  /** What takes off the total what something else pays: credit, or hours of a package. */
  paidBy?: { what: string; cents: number } | undefined;
};

/** A price line by line with its total. */
export function PriceLines({ lines, totalCents, totalLabel = texts.toPay, paidBy }: PriceLinesProps) {
  return (
    <dl className="figures grid gap-1.5">
      {lines.map((line) => (
        <div key={`${line.kind} ${line.text}`} className="flex justify-between gap-4">
          <dt>{priceLineWords(line)}</dt>
          <dd className="shrink-0 whitespace-nowrap">{formatMoney(line.cents)}</dd>
        </div>
      ))}
      {paidBy && (
        <div className="flex justify-between gap-4">
          <dt>{paidBy.what}</dt>
          <dd className="shrink-0 whitespace-nowrap">{formatMoney(-paidBy.cents)}</dd>
        </div>
      )}
      <div className="mt-1 flex justify-between gap-4 font-bold text-title">
        <dt>{totalLabel}</dt>
        <dd className="shrink-0 whitespace-nowrap">{formatMoney(totalCents - (paidBy?.cents ?? 0))}</dd>
      </div>
    </dl>
  );
}
