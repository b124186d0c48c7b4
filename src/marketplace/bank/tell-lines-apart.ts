import { createHash } from 'node:crypto';
import type { StatementLine } from './read-bank-csv.ts';

/** A line that was imported before. */
export type KnownLine = { date: string; amountCents: number; text: string; fingerprint: string };

/** A line of a statement: whether it was imported before, and whether its balance proves that; what it is known by from now on. */
export type ToldLine = StatementLine & { fingerprint: string; isKnown: boolean; isSure: boolean };

/**
 * Tells which lines of a statement are new. The bank gives them no name of their own. Two payments alike on one day have different balances after
 * them, in whatever file they are. Without balances they are counted: the second of a file is known when two were imported. Where one file has one
 * of them and the next file another, only a person knows: `anew` are the lines (`line`) that somebody said are other payments.
 */
export function tellLinesApart(
  lines: readonly StatementLine[],
  { known, anew }: { known: readonly KnownLine[]; anew: ReadonlySet<number> },
): ToldLine[] {
  const stored = new Set(known.map(({ fingerprint }) => fingerprint));
  const imported = countedBy(known.map(saidBy));
  const inAll = new Map(imported);
  const inFile = new Map<string, number>();
  return lines.map((line) => {
    const said = saidBy(line);
    const place = oneMore(inFile, said);
    const exact = line.balanceCents === undefined ? undefined : exactly(`${said}|after ${line.balanceCents}`, inFile);
    const isSure = exact !== undefined && stored.has(exact);
    // A line that was imported without its balance is known with it, too.
    const isCounted = exact === undefined ? place <= (imported.get(said) ?? 0) : stored.has(hash(`${said}|${place}`));
    const isKnown = isSure || (isCounted && !anew.has(line.line));
    if (isKnown) return { ...line, fingerprint: exact ?? '', isKnown, isSure };
    return { ...line, fingerprint: exact ?? hash(`${said}|${oneMore(inAll, said)}`), isKnown, isSure };
  });
}

function exactly(text: string, inFile: Map<string, number>): string {
  return hash(`${text}|${oneMore(inFile, text)}`);
}

function countedBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) oneMore(counts, name);
  return counts;
}

function oneMore(counts: Map<string, number>, name: string): number {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count;
}

const saidBy = ({ date, amountCents, text }: { date: string; amountCents: number; text: string }) =>
  `${date}|${amountCents}|${text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')}`;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
