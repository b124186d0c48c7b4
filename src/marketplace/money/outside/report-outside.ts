import type { Database } from '#engine/database/database.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import type { OutsideDifference } from '#wire/outside.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { compareWithBank, compareWithProvider, graceMs, uncomparedSince } from './compare-outside.ts';
import { type KeptProof, keepProof } from './outside.store.ts';
import { readProviderMoves } from './read-provider-moves.ts';

/** What a comparison says, a sentence a line, and whether it is right: all was read, and nothing differs for longer than the grace. */
export type OutsideReport = { lines: string[]; isRight: boolean };

const whyNothing: Record<PaymentProvider['name'], string> = {
  sandbox: 'the sandbox takes payments, and moves no money',
  none: 'no payment provider is set up',
  manual: 'no statement of the bank was imported',
  stripe: 'no payment was taken by Stripe',
};

/** Reads what moved outside and compares the books with it, for the command line. Where it can't be read, what was read before is compared. */
export async function reportOutside(
  db: Database,
  provider: Pick<PaymentProvider, 'name' | 'movesBetween'>,
  nowMs: number,
): Promise<OutsideReport> {
  const lines: string[] = [];
  let isRead = true;
  try {
    await readProviderMoves(db, provider, nowMs);
  } catch (error) {
    isRead = false;
    lines.push(`The outside could not be read (${error instanceof Error ? error.message : String(error)}).`);
  }
  const compared = [await compareWithProvider(db, provider, nowMs), await compareWithBank(db, nowMs)];
  const proofs = compared.filter((proof) => proof !== undefined);
  for (const proof of proofs) {
    await keepProof(db, proof);
    lines.push(...linesOf(proof));
  }
  if (proofs.length === 0) {
    lines.push(`There is no outside to compare the books with: ${whyNothing[provider.name]}.`);
  }
  return {
    lines,
    isRight: isRead && !proofs.some((proof) => hasOld(proof) || uncomparedSince(proof, nowMs) !== undefined),
  };
}

/** Whether something differs for longer than the grace. */
export function hasOld({ comparedMs, oldestMs }: KeptProof): boolean {
  return oldestMs !== null && comparedMs - oldestMs > graceMs;
}

function linesOf(proof: KeptProof): string[] {
  const { place, readMs, hereCents, thereCents, differing, differences, differenceCents, comparedMs, gaps } = proof;
  const { explained, notComparedMs } = proof;
  const until = readMs === null ? '' : `, read until ${new Date(readMs).toISOString()}`;
  const more = differing - differences.length;
  return [
    `${placeNames[place] ?? place}${until}: ${formatCents(thereCents)} there, ${formatCents(hereCents)} in the books.`,
    ...differences.map((difference) => sentenceOf(difference, comparedMs)),
    ...explained.map(
      (one) => `${sentenceOf(one, comparedMs)}, explained by ${one.explainedByName}: ${JSON.stringify(one.reason)}`,
    ),
    ...(notComparedMs === null
      ? []
      : [
          `Not compared since ${new Date(notComparedMs).toISOString()}: no statement of the bank is imported, though money on its account is booked.`,
        ]),
    ...gaps.map(({ from, to }) => `No statement has the whole of the days from ${from} to ${to}.`),
    ...(more > 0 ? [`And ${more} more, all younger.`] : []),
    ...(differing === 0 && notComparedMs !== null ? [] : [sumOf(differing, differenceCents)]),
  ];
}

function sumOf(differing: number, differenceCents: number): string {
  return differing === 0
    ? 'The books and the outside agree.'
    : `The books and the outside differ: ${differing} sums, ${formatCents(differenceCents)} in all.`;
}

const placeNames: Record<string, string> = { stripe: 'Stripe', manual: 'The bank' };

const missing = { here: 'missing in the books', there: 'missing outside', amount: 'other amounts' } as const;

function sentenceOf(difference: OutsideDifference, nowMs: number): string {
  const { reference, part, kind, currency, side, hereCents, thereCents, since } = difference;
  const amount = (cents: number) => (currency === 'sgd' ? formatCents(cents) : `${cents} ${currency.toUpperCase()}`);
  const sums = {
    here: amount(thereCents),
    there: amount(hereCents),
    amount: `${amount(hereCents)} in the books, ${amount(thereCents)} outside`,
  };
  const days = Math.floor((nowMs - Date.parse(since)) / 86_400_000);
  return `${missing[side]}: ${sums[side]}, ${part === 'fee' ? 'the fee of ' : ''}${reference} (${kind}), since ${since}, ${days} ${days === 1 ? 'day' : 'days'}`;
}
