import { readPriceLine } from '#rules/lessons/read-price-line.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { mailsIn } from '#texts/by-language/mails.ts';

/** A price line in the receiver's language; one that we did not write in its own words. */
export function priceLineWords(line: { kind: string; text: string }, language: string): string {
  const texts = mailsIn(language);
  const facts = readPriceLine(line);
  if (facts?.kind === 'lesson') {
    return texts.minutesAtPrice({ minutes: facts.minutes, price: formatCents(facts.hourlyCents) });
  }
  if (facts?.kind === 'weekend') return texts.weekendSurcharge({ percent: facts.percent });
  if (facts?.kind === 'evening') return texts.eveningSurcharge({ percent: facts.percent });
  if (facts?.kind === 'package') return texts.minutesOfPackage({ minutes: facts.minutes });
  return facts ? texts.platformFee : line.text;
}
