import type { Database } from '#engine/database/database.ts';
import { compareMoves, sumOfDifferences } from '#rules/outside/compare-moves.ts';
import { findGaps } from '#rules/outside/find-gaps.ts';
import { type Explanation, separateExplained } from '#rules/outside/separate-explained.ts';
import { dayMs } from '#rules/time/durations.ts';
import { dateText, instantOf, localDayOf, parseDate } from '#rules/time/local-time.ts';
import type { OutsideDifference } from '#wire/outside.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { listExplanations } from './explained.store.ts';
import {
  bankPlace,
  type DifferingMove,
  findBankUnseen,
  findDiffering,
  type KeptProof,
  listStatements,
  noteAllOutside,
  sumMoves,
} from './outside.store.ts';
import { movesReadUntil } from './provider-moves.store.ts';

/** What differs for so long is wrong: money of a payment, a refund or a transfer moves on the provider's balance at once, and its news are told for three days. */
export const graceMs = 3 * dayMs;

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
  return proofOf(name, { moved, sums, readMs, nowMs, gaps: [], explanations: await explanationsOf(db, name) });
}

/** Bank statements are imported by people, and a week later than what they say at times: so many days may have none yet. */
const statementGraceDays = 7;
export const statementGraceMs = statementGraceDays * dayMs;

/**
 * Compares the books with the statements of the operator's own bank account; undefined where none was imported and nothing is booked on it. Where there is no
 * statement of what is booked, that is said (`notComparedMs`).
 */
export async function compareWithBank(db: Database, nowMs: number): Promise<KeptProof | undefined> {
  const statements = await listStatements(db);
  const last = statements
    .map(({ to }) => to)
    .sort()
    .at(-1);
  await noteAllOutside(db);
  const notComparedMs = last === undefined ? await findBankUnseen(db) : undefined;
  if (last === undefined && notComparedMs === undefined) return undefined;
  const [moved, sums] = await Promise.all([findDiffering(db, bankPlace), sumMoves(db, bankPlace)]);
  const yesterday = dateText(localDayOf(zone, nowMs) - 1);
  const gaps = findGaps(statements, { until: yesterday, graceDays: statementGraceDays });
  const readMs = last === undefined ? null : instantOf(zone, (parseDate(last) ?? 0) + 1, 0);
  const explanations = await explanationsOf(db, bankPlace);
  return proofOf(bankPlace, { moved, sums, readMs, nowMs, gaps, explanations, notComparedMs });
}

/** Since when, by now, statements of the bank are missing for longer than people take to import them; undefined where they are not. */
export function uncomparedSince({ notComparedMs }: KeptProof, nowMs: number): number | undefined {
  return notComparedMs !== null && nowMs - notComparedMs > statementGraceMs ? notComparedMs : undefined;
}

async function explanationsOf(db: Database, place: string): Promise<Explanation[]> {
  return (await listExplanations(db)).filter((one) => one.place === place);
}

const zone = 'Asia/Singapore';

type Compared = {
  moved: readonly DifferingMove[];
  sums: { hereCents: number; thereCents: number };
  readMs: number | null;
  nowMs: number;
  gaps: KeptProof['gaps'];
  explanations: readonly Explanation[];
  notComparedMs?: number | undefined;
};

function proofOf(
  place: string,
  { moved, sums, readMs, nowMs, gaps, explanations, notComparedMs }: Compared,
): KeptProof {
  const { open, explained } = separateExplained(differencesOf(moved), explanations);
  const [oldest] = open;
  return {
    place,
    comparedMs: nowMs,
    readMs,
    ...sums,
    differenceCents: sumOfDifferences(open),
    differing: open.length,
    oldestMs: oldest ? Date.parse(oldest.since) : null,
    differences: open.slice(0, mostKept),
    explained: explained.slice(-mostKept),
    gaps,
    notComparedMs: notComparedMs ?? null,
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
