import { createHash } from 'node:crypto';
import { billReferencesIn } from '../payments/manual/bill-reference.ts';
import { lineName, type StatementLine } from './statement-moves.ts';

/** A line that was imported before. */
export type KnownLine = { id: string; date: string; amountCents: number; text: string; fingerprint: string };

/**
 * A line of a statement: whether it was imported before, and whether its balance proves that; the imported line that it may be, where only a person can tell;
 * and its name from now on.
 */
export type ToldLine = StatementLine & { fingerprint: string; isKnown: boolean; isSure: boolean; likeLine: string };

/**
 * Tells which lines of a statement are new. The bank gives them no name of their own. Two payments alike on one day have different balances after
 * them, in whatever file they are. Without balances they are counted: the second of a file is known when two were imported. A line that has the day and
 * amount of an imported one, and half of its words (another export has other columns, balances and words of the bank's own), is like it: it waits for a person.
 * Lines in `anew` (`lineName`) are other payments because somebody said so.
 */
export function tellLinesApart(
  lines: readonly StatementLine[],
  { known, anew }: { known: readonly KnownLine[]; anew: ReadonlySet<string> },
): ToldLine[] {
  const stored = new Set(known.map(({ fingerprint }) => fingerprint));
  const imported = countedBy(known.map(saidBy));
  const inAll = new Map(imported);
  const inFile = new Map<string, number>();
  const told = lines.map((line) => {
    const said = saidBy(line);
    const place = oneMore(inFile, said);
    const exact = line.balanceCents === undefined ? undefined : exactly(`${said}|after ${line.balanceCents}`, inFile);
    const isSure = exact !== undefined && stored.has(exact);
    // A line that was imported without its balance is known with it, too.
    const counted = hash(`${said}|${place}`);
    const isCounted = exact === undefined ? place <= (imported.get(said) ?? 0) : stored.has(counted);
    const isKnown = isSure || (isCounted && !anew.has(lineName(line)));
    const fingerprint = exact ?? (isKnown ? counted : hash(`${said}|${oneMore(inAll, said)}`));
    return { ...line, fingerprint, isKnown, isSure, likeLine: '' };
  });
  const others = notFoundIn(told, known);
  return told.map((line) => {
    if (line.isKnown || anew.has(lineName(line))) return line;
    const place = others.findIndex((other) => isLike(line, other));
    return place < 0 ? line : { ...line, likeLine: others.splice(place, 1)[0]?.id ?? '' };
  });
}

/** The imported lines that no line of the file is known to be: one imported line is one line of a file. */
function notFoundIn(told: readonly ToldLine[], known: readonly KnownLine[]): KnownLine[] {
  const sure = new Set(told.filter(({ isKnown }) => isKnown).map(({ fingerprint }) => fingerprint));
  const rest = known.filter(({ fingerprint }) => !sure.has(fingerprint));
  // Without its balance a line is known by its count: it takes any imported line of its text.
  for (const line of told.filter(({ isKnown, balanceCents }) => isKnown && balanceCents === undefined)) {
    if (known.some(({ fingerprint }) => fingerprint === line.fingerprint)) continue;
    const place = rest.findIndex((other) => saidBy(other) === saidBy(line));
    if (place >= 0) rest.splice(place, 1);
  }
  return rest;
}

/**
 * The same day and amount, and half of the words of the shorter text in the longer one, but for those that banks write themselves. Lines that name
 * payments are told by these alone.
 */
function isLike(line: StatementLine, other: KnownLine): boolean {
  if (line.date !== other.date || line.amountCents !== other.amountCents) return false;
  const [named, otherNamed] = [billReferencesIn(line.text), billReferencesIn(other.text)];
  if (named.length > 0 && otherNamed.length > 0) return named.some((code) => otherNamed.includes(code));
  const [one, two] = [wordsOf(line.text), wordsOf(other.text)];
  const [shorter, longer] = one.size <= two.size ? [one, two] : [two, one];
  const common = [...shorter].filter((word) => longer.has(word)).length;
  return common * 2 >= shorter.size;
}

/** Words of banks for how money came, which say nothing of whose it is. */
const ofBanks = new Set(
  'INCOMING INWARD PAYNOW FAST GIRO IBG ICT TRANSFER TRF FUND FUNDS PAYMENT CREDIT RECEIPT OTHR OTHER FROM TO VIA BY REF REFERENCE SGD NTRF NMSC NONREF MISC'.split(
    ' ',
  ),
);

function wordsOf(text: string): Set<string> {
  const words = text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const own = words.filter((word) => !ofBanks.has(word));
  return new Set(own.length > 0 ? own : words);
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
