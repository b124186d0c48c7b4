import { dateText, parseDate } from '../time/local-time.ts';

/** A statement's first and last day, the balances it begins and ends with and its account, where it says them. */
export type StatementSpan = {
  from: string;
  to: string;
  openingCents: number | null;
  closingCents: number | null;
  account: string;
};

/**
 * The days that no statement has, from the first that one has until a day, as spans with both days named. Between two statements whose balances meet nothing is
 * missing: nothing moved on the days between. Where balances of neighbouring days do not meet, lines of these two days are missing: one was exported before
 * it was over. Balances of two accounts are not compared. The last span is left out while it is no longer than so many days: its statement may come yet.
 */
export function findGaps(
  statements: readonly StatementSpan[],
  { until, graceDays }: { until: string; graceDays: number },
): Array<{ from: string; to: string }> {
  const gaps: Array<{ from: string; to: string }> = [];
  let known: StatementSpan | undefined;
  const inOrder = statements.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
  for (const span of inOrder) {
    const gap = known && between(known.to, span.from);
    const isProven = known?.closingCents !== null && known?.closingCents === span.openingCents && isOfOne(known, span);
    if (gap && !isProven) gaps.push({ from: dateText(gap.first), to: dateText(gap.last) });
    if (known && !gap && span.from > known.to && isTorn(statements, { before: known.to, after: span.from }))
      gaps.push({ from: known.to, to: span.from });
    if (!known || span.to >= known.to) known = span;
  }
  const rest = known && between(known.to, dateText(dayOf(until) + 1));
  if (rest && rest.last - rest.first + 1 > graceDays)
    gaps.push({ from: dateText(rest.first), to: dateText(rest.last) });
  return gaps;
}

/** Whether no statement that ends with a day leads to one that begins with the next, though all of them say their balances. */
function isTorn(statements: readonly StatementSpan[], { before, after }: { before: string; after: string }): boolean {
  const ending = statements.filter(({ to }) => to === before);
  const beginning = statements.filter(({ from }) => from === after);
  if (!ending.some((one) => beginning.some((other) => isOfOne(one, other)))) return false;
  const closings = ending.map(({ closingCents }) => closingCents);
  const openings = beginning.map(({ openingCents }) => openingCents);
  // One that has both days has what is between them.
  const isInOne = statements.some(({ from, to }) => from <= before && to >= after);
  return !isInOne && ![...closings, ...openings].includes(null) && !closings.some((cents) => openings.includes(cents));
}

/** Whether two statements may be of one account: one that does not say it may. Exports write a number with the bank's code or without. */
function isOfOne({ account: one }: StatementSpan, { account: other }: StatementSpan): boolean {
  return one.endsWith(other) || other.endsWith(one);
}

/** The days after one and before another; undefined where there are none. */
function between(after: string, before: string): { first: number; last: number } | undefined {
  const [first, last] = [dayOf(after) + 1, dayOf(before) - 1];
  return first <= last ? { first, last } : undefined;
}

function dayOf(date: string): number {
  const day = parseDate(date);
  if (day === undefined) throw new Error(`${date} is no date.`);
  return day;
}
