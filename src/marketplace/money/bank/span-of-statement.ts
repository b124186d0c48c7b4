import type { StatementSpan } from '#rules/outside/find-gaps.ts';
import type { StatementLine } from './statement-moves.ts';

/** The days that a statement has lines of, and the balances before its first and after its last line where each line says its own; undefined without lines. */
export function spanOfStatement(
  incoming: readonly StatementLine[],
  outgoing: readonly StatementLine[],
  account: string,
): StatementSpan | undefined {
  const all = [
    ...incoming.map((line) => ({ ...line, signedCents: line.amountCents })),
    ...outgoing.map((line) => ({ ...line, signedCents: -line.amountCents })),
  ].sort((one, other) => one.line - other.line);
  const dates = all.map(({ date }) => date).sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  const balances = leadsOn(all)
    ? balancesOf(all)
    : leadsOn(all.toReversed())
      ? balancesOf(all.toReversed())
      : undefined;
  return {
    from,
    to,
    openingCents: balances?.openingCents ?? null,
    closingCents: balances?.closingCents ?? null,
    account,
  };
}

type Signed = StatementLine & { signedCents: number };

/** Whether each line's amount leads from the balance before it to its own: they stand in the order in which they were booked. */
function leadsOn(lines: readonly Signed[]): boolean {
  if ((lines[0]?.date ?? '') > (lines.at(-1)?.date ?? '')) return false;
  return lines.every(({ balanceCents, signedCents }, place) => {
    const before = lines[place - 1]?.balanceCents;
    if (balanceCents === undefined) return false;
    return place === 0 || (before !== undefined && before + signedCents === balanceCents);
  });
}

function balancesOf(lines: readonly Signed[]) {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first?.balanceCents === undefined || last?.balanceCents === undefined) return undefined;
  return { openingCents: first.balanceCents - first.signedCents, closingCents: last.balanceCents };
}
