import type { Database } from '#engine/database/database.ts';
import { compareMoves } from '#rules/outside/compare-moves.ts';
import { findGaps } from '#rules/outside/find-gaps.ts';
import { dateText, instantOf, localDayOf, parseDate } from '#rules/time/local-time.ts';
import type { OutsideDifference } from '#wire/outside.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import {
  bankPlace,
  type DifferingMove,
  findDiffering,
  type KeptProof,
  listStatements,
  noteAllOutside,
  sumMoves,
} from './outside.store.ts';
import { movesReadUntil } from './provider-moves.store.ts';

/** What differs for so long is wrong: money of a payment, a refund or a transfer moves on the provider's balance at once, and its news are told for three days. */
export const graceMs = 3 * 86_400_000;

/** So many differences are kept, the oldest. */
const mostKept = 200;

/** Compares the books with what was read of the provider's balance; undefined where there is nothing to compare with. */
export async function compareWithProvider(
  db: Database,
  { name, movesBetween }: Pick<PaymentProvider, 'name' | 'movesBetween'>,
  nowMs: number,
): Promise<KeptProof | undefined> {
  if (!movesBetween) return undefined;
  const { readMs } = await movesReadUntil(db, name);
  if (readMs === undefined) return undefined;
  await noteAllOutside(db);
  const [moved, sums] = await Promise.all([findDiffering(db, name), sumMoves(db, name)]);
  return proofOf(name, { moved, sums, readMs, nowMs, gaps: [] });
}

/** Of all of them in S$, without signs. */
export function sumOfDifferences(differences: readonly OutsideDifference[]): number {
  return differences.reduce((sum, { cents, currency }) => sum + (currency === 'sgd' ? Math.abs(cents) : 0), 0);
}

/** Bank statements are imported by people, and a week later than what they say at times: so many days may have none yet. */
const statementGraceDays = 7;

/** Compares the books with the statements of the operator's own bank account; undefined where none was imported. */
export async function compareWithBank(db: Database, nowMs: number): Promise<KeptProof | undefined> {
  const statements = await listStatements(db);
  const last = statements
    .map(({ to }) => to)
    .sort()
    .at(-1);
  if (last === undefined) return undefined;
  await noteAllOutside(db);
  const [moved, sums] = await Promise.all([findDiffering(db, bankPlace), sumMoves(db, bankPlace)]);
  const yesterday = dateText(localDayOf(zone, nowMs) - 1);
  const gaps = findGaps(statements, { until: yesterday, graceDays: statementGraceDays });
  const readMs = instantOf(zone, (parseDate(last) ?? 0) + 1, 0);
  return proofOf(bankPlace, { moved, sums, readMs, nowMs, gaps });
}

const zone = 'Asia/Singapore';

type Compared = {
  moved: readonly DifferingMove[];
  sums: { hereCents: number; thereCents: number };
  readMs: number;
  nowMs: number;
  gaps: KeptProof['gaps'];
};

function proofOf(place: string, { moved, sums, readMs, nowMs, gaps }: Compared): KeptProof {
  const differences = differencesOf(moved);
  const [oldest] = differences;
  return {
    place,
    comparedMs: nowMs,
    readMs,
    ...sums,
    differenceCents: sumOfDifferences(differences),
    differing: differences.length,
    oldestMs: oldest ? Date.parse(oldest.since) : null,
    differences: differences.slice(0, mostKept),
    gaps,
  };
}

const keyOf = ({ reference, part, currency }: DifferingMove) => `${part} ${currency} ${reference}`;

function differencesOf(moved: readonly DifferingMove[]): OutsideDifference[] {
  const sideOf = (isHere: boolean) =>
    moved
      .filter((move) => move.isHere === isHere)
      .map((move) => ({ key: keyOf(move), cents: move.cents, atMs: move.atMs }));
  const known = new Map<string, DifferingMove>();
  // The latest of the books, else the latest outside.
  for (const move of moved) if (move.isHere || !known.get(keyOf(move))?.isHere) known.set(keyOf(move), move);
  return compareMoves(sideOf(true), sideOf(false)).flatMap(({ key, sinceMs, ...difference }) => {
    const of = known.get(key);
    if (!of) return [];
    const { reference, part, kind, currency, transaction } = of;
    return [{ reference, part, kind, currency, transaction, ...difference, since: isoInstant(sinceMs) }];
  });
}
