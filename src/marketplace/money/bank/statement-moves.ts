import type { StatementFault } from '#wire/bank.ts';
import { accountDigits } from './account-number.ts';

/**
 * Money that came in or went out, as a bank's statement has it, without its sign. `line` counts from 1 in the file (entries of a CAMT.053), `part` the
 * payments that came as one entry; `balanceCents` is
 * the account's after it, where the file says it; `isReversal`: the bank says that it takes an earlier line back.
 */
export type StatementLine = {
  line: number;
  part?: number;
  date: string;
  amountCents: number;
  text: string;
  balanceCents?: number;
  isReversal?: boolean;
};

/** `account` has the digits of the account's number (`accountDigits`), empty where the file does not say it. */
export type Statement = {
  account: string;
  lines: StatementLine[];
  outgoing: StatementLine[];
  faults: StatementFault[];
};

/** What a person names a line by: its number, and that of the payment where it came with others as one entry (`3.2`). */
export function lineName({ line, part }: Pick<StatementLine, 'line' | 'part'>): string {
  return part === undefined ? String(line) : `${line}.${part}`;
}

/** A line of either direction: negative went out. `isSignKnown`: a column or a mark of its own says which. */
export type Move = StatementLine & { isSignKnown: boolean };

/** What a line says, with those that it goes on in: more is no text of a payment. */
const longestText = 1000;

/** A text of a line as it is kept: one line, without letters that nobody sees. */
export function lineText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestText);
}

/** No line of a statement is about more: the books count cents in 32 bits. */
export const mostCents = 2_147_483_647;

/** The moves of a statement by their direction; what came in and says nothing is a fault. */
export function statementOf(moves: readonly Move[], faults: readonly StatementFault[], account: string): Statement {
  const found = [...faults];
  const lines: StatementLine[] = [];
  const outgoing: StatementLine[] = [];
  for (const { isSignKnown, ...move } of moves) {
    if (move.amountCents > 0) lines.push(move);
    if (move.amountCents < 0) outgoing.push({ ...move, amountCents: -move.amountCents });
    if (move.amountCents > 0 && move.text === '') found.push({ line: move.line, code: 'no_text' });
  }
  return { account, lines, outgoing, faults: found };
}

/** One of the statements that an MT940 or CAMT.053 holds; `line` is where it begins, `account` empty where it says none. */
export type StatementPart = {
  line: number;
  account: string;
  openingCents: number | undefined;
  closingCents: number | undefined;
  moves: Move[];
  faults: StatementFault[];
};

/** The moves of a part with the balance after each; a fault where they do not lead from its opening to its closing balance, or one of these is missing. */
export function provePart(part: StatementPart): StatementPart {
  const { line, openingCents, closingCents, faults } = part;
  if (openingCents === undefined || closingCents === undefined)
    return { ...part, faults: [...faults, { line, code: 'no_balance' }] };
  if (faults.length > 0) return part;
  let balanceCents = openingCents;
  const moves = part.moves.map((move) => {
    balanceCents += move.amountCents;
    return { ...move, balanceCents };
  });
  return { ...part, moves, faults: balanceCents === closingCents ? [] : [{ line, code: 'wrong_balance' }] };
}

/**
 * All parts of a file as one statement. They are of one account and each begins where the one before it ends, the oldest first or the newest: a part
 * that is there twice would count its money twice. `isRead`: there was something to read.
 */
export function joinParts(parts: readonly StatementPart[], isRead: boolean): Statement {
  const faults = parts.flatMap((part) => part.faults);
  if (!isRead && faults.length === 0) faults.push({ line: 1, code: 'no_balance' });
  if (faults.length === 0) {
    const oldestFirst = strangersIn(parts);
    const newestFirst = strangersIn(parts.toReversed());
    const strangers = newestFirst.length < oldestFirst.length ? newestFirst : oldestFirst;
    faults.push(...strangers.map(({ line }) => ({ line, code: 'other_statement' as const })));
  }
  return statementOf(
    parts.flatMap(({ moves }) => moves),
    faults,
    accountDigits(parts[0]?.account ?? ''),
  );
}

/** The parts that do not go on from the one before them: of another account, with another balance, or the same once more. */
function strangersIn(parts: readonly StatementPart[]): StatementPart[] {
  const seen = new Set<string>();
  return parts.filter((part, place) => {
    const before = parts[place - 1];
    const said = saidBy(part);
    const isTwice = part.moves.length > 0 && seen.has(said);
    seen.add(said);
    if (!before) return false;
    return isTwice || part.account !== before.account || part.openingCents !== before.closingCents;
  });
}

const saidBy = ({ moves }: StatementPart) =>
  JSON.stringify(moves.map(({ date, amountCents, text, balanceCents }) => [date, amountCents, text, balanceCents]));
