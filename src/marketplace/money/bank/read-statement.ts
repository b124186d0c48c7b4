import type { StatementFault } from '#wire/bank.ts';
import { readBankCsv } from './read-bank-csv.ts';
import { isCamt, readCamt } from './read-camt.ts';
import { isMt940, readMt940 } from './read-mt940.ts';
import type { Statement } from './statement-moves.ts';

/** What a statement may hold: more is no statement of an account of ours. */
const mostLines = 20_000;

/**
 * Reads a bank's statement, whichever of the forms it has that we take: CSV as the banks of Singapore export it, MT940 or CAMT.053. It is understood or has
 * faults. The text is a stranger's: this is done in a process beside the server (`read-apart.ts`).
 */
export function readStatement(text: string): Statement {
  const read = isCamt(text) ? readCamt(text) : isMt940(text) ? readMt940(text) : readBankCsv(text);
  const { lines, outgoing } = read;
  if (lines.length + outgoing.length <= mostLines) return read;
  const faults: StatementFault[] = [{ line: 1, code: 'too_many_lines' }];
  return { account: '', lines: [], outgoing: [], faults };
}

/** The piece of foreign work: a text, and what it says. */
export function work(text: string): Statement {
  return readStatement(text);
}
