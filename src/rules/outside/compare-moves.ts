/** Money that moved of something, such as a payment or its fee: cents, below zero where they left. */
export type Move = { key: string; cents: number; atMs: number };

/**
 * Something of which both sides do not say the same. `side` is where it is missing: `here` in the books, `there` outside; `amount`: both have it, with other
 * sums. `cents` are those outside less those here.
 */
export type Difference = {
  key: string;
  side: 'here' | 'there' | 'amount';
  hereCents: number;
  thereCents: number;
  cents: number;
  sinceMs: number;
};

/**
 * Compares what moved here with what moved outside, by what it is of, in whatever order each side tells it: what both say the same of is left out. A
 * difference is as old as the first move after both last agreed. The oldest first.
 */
export function compareMoves(here: readonly Move[], there: readonly Move[]): Difference[] {
  const byKey = new Map<string, SidedMove[]>();
  for (const [moves, isHere] of [[here, true] as const, [there, false] as const]) {
    for (const move of moves) {
      const known = byKey.get(move.key);
      if (known) known.push({ ...move, isHere });
      else byKey.set(move.key, [{ ...move, isHere }]);
    }
  }
  return [...byKey]
    .flatMap(([key, moves]) => differenceOf(key, moves))
    .sort((one, other) => one.sinceMs - other.sinceMs || (one.key < other.key ? -1 : 1));
}

type SidedMove = Move & { isHere: boolean };

function differenceOf(key: string, moves: readonly SidedMove[]): Difference[] {
  let [hereCents, thereCents] = [0, 0];
  let sinceMs: number | undefined;
  const inTime = moves.toSorted((one, other) => one.atMs - other.atMs);
  for (const [place, { cents, atMs, isHere }] of inTime.entries()) {
    if (isHere) hereCents += cents;
    else thereCents += cents;
    // Moves of one instant have no order.
    if (inTime[place + 1]?.atMs === atMs) continue;
    sinceMs = hereCents === thereCents ? undefined : (sinceMs ?? atMs);
  }
  if (sinceMs === undefined) return [];
  const has = (side: boolean) => moves.some(({ isHere }) => isHere === side);
  const side = has(true) ? (has(false) ? 'amount' : 'there') : 'here';
  return [{ key, side, hereCents, thereCents, cents: thereCents - hereCents, sinceMs }];
}

/** What differences come to in S$, in cents, without signs. */
export function sumOfDifferences(differences: ReadonlyArray<{ cents: number; currency: string }>): number {
  return differences.reduce((sum, { cents, currency }) => sum + (currency === 'sgd' ? Math.abs(cents) : 0), 0);
}
