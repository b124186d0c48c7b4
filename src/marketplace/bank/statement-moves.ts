import type { StatementFault } from '#wire/bank.ts';

/**
 * Money that came in or went out, as a bank's statement has it, without its sign. `line` counts from 1 in the file (entries of a CAMT.053); `balanceCents` is
 * the account's after it, where the file says it; `isReversal`: the bank says that it takes an earlier line back.
 */
export type StatementLine = {
  line: number;
  date: string;
  amountCents: number;
  text: string;
  balanceCents?: number;
  isReversal?: boolean;
};

export type Statement = { lines: StatementLine[]; outgoing: StatementLine[]; faults: StatementFault[] };

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
export function statementOf(moves: readonly Move[], faults: readonly StatementFault[]): Statement {
  const found = [...faults];
  const lines: StatementLine[] = [];
  const outgoing: StatementLine[] = [];
  for (const { isSignKnown, ...move } of moves) {
    if (move.amountCents > 0) lines.push(move);
    if (move.amountCents < 0) outgoing.push({ ...move, amountCents: -move.amountCents });
    if (move.amountCents > 0 && move.text === '') found.push({ line: move.line, code: 'no_text' });
  }
  return { lines, outgoing, faults: found };
}

/** A statement between two balances: the moves with the balance after each, and a fault where they do not lead from the one to the other. */
export function provedMoves(
  moves: readonly Move[],
  { openingCents, closingCents, line }: { openingCents: number; closingCents: number; line: number },
): { moves: Move[]; faults: StatementFault[] } {
  let balanceCents = openingCents;
  const proved = moves.map((move) => {
    balanceCents += move.amountCents;
    return { ...move, balanceCents };
  });
  return { moves: proved, faults: balanceCents === closingCents ? [] : [{ line, code: 'wrong_balance' }] };
}
