import { readPriceLine } from '#rules/lessons/read-price-line.ts';
import * as texts from '#texts/lessons.ts';
import { formatMoney } from '../ui/format-money.ts';
import type { PriceLine } from './lesson-record.ts';

/** A price line in the page's language; one that we did not write in its own words. */
export function priceLineWords(line: PriceLine): string {
  const facts = readPriceLine(line);
  if (facts?.kind === 'lesson') {
    return texts.minutesAtPrice({ minutes: facts.minutes, price: formatMoney(facts.hourlyCents) });
  }
  if (facts?.kind === 'weekend') return texts.weekendSurcharge({ percent: facts.percent });
  if (facts?.kind === 'evening') return texts.eveningSurcharge({ percent: facts.percent });
  if (facts?.kind === 'package') return texts.minutesOfPackage({ minutes: facts.minutes });
  return facts ? texts.platformFee : line.text;
}
