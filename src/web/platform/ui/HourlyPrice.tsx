import * as texts from '#texts/ui.ts';
import { classNames } from './class-names.ts';
import { formatMoney } from './format-money.ts';
import { inline } from './inline.ts';

type HourlyPriceProps = { fromCents: number; toCents: number; className?: string };

/** What an hour costs, everything included: "From" the lowest where evenings or weekends cost more. */
export function HourlyPrice({ fromCents, toCents, className }: HourlyPriceProps) {
  const parts = { price: formatMoney(fromCents), small: (text: string) => <small>{text}</small> };
  return (
    <span className={classNames('price', className ?? 'text-title')}>
      {inline(toCents > fromCents ? texts.hourlyFromAllIn(parts) : texts.hourlyAllIn(parts))}
    </span>
  );
}
