import { parse } from 'csv-parse/sync';
import { dateText, parseDate } from '#rules/time/local-time.ts';
import type { StatementFault } from '#wire/bank.ts';
import { accountAbove } from './account-number.ts';
import { lineText, type Move, mostCents, type Statement, statementOf } from './statement-moves.ts';

/** Places of the columns; -1 for a column that the file does not have. */
type Columns = {
  date: number;
  incoming: number;
  outgoing: number;
  /** One column for what came in and what went out. */
  amount: number;
  /** Says for `amount` whether it came in (`C`, `CR`) or went out (`D`, `DR`). */
  side: number;
  currency: number;
  balance: number;
  /** Says of a line that it is not booked yet. */
  status: number;
  texts: number[];
};
type Row = { line: number; cells: string[] };

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads a bank's CSV export, as DBS, OCBC, UOB, Standard Chartered and Maybank write them: some lines about the account, then a head that names the columns.
 * A line without date and amounts goes on with the text of the one before.
 * A file is understood or it has faults: another currency than SGD, amounts whose sign nothing proves, and balances that the amounts do not lead to.
 */
export function readBankCsv(csv: string): Statement {
  const rows = rowsOf(csv);
  if (!rows) return { account: '', lines: [], outgoing: [], faults: [{ line: 1, code: 'not_csv' }] };
  const headAt = rows.findIndex(({ cells }) => columnsOf(cells) !== undefined);
  const head = rows[headAt];
  const body = rows.slice(headAt + 1);
  const columns = columnsOf(head?.cells ?? [], body);
  if (!head || !columns) return { account: '', lines: [], outgoing: [], faults: [{ line: 1, code: 'no_head' }] };
  // What payers write is no head and states no currency: they could have every statement refused by a word.
  const others = body.filter((row) => !isOfLine(row, columns));
  const faults = [...foreignIn(rows.slice(0, headAt + 1).concat(others), headAt), ...otherHeads(others, head)];
  const moves = readMoves(body, columns, faults);
  const broken = brokenBalances(moves);
  faults.push(...broken.map((line) => ({ line, code: 'wrong_balance' as const })));
  const isProven = moves.every(({ isSignKnown }) => isSignKnown) || areSignsProven(moves);
  if (!isProven && moves.length > 0) faults.push({ line: head.line, code: 'unproven_sign' });
  return statementOf(moves, faults, accountAbove(rows.slice(0, headAt)));
}

/** A line, or one that it goes on in. */
function isOfLine(row: Row, columns: Columns): boolean {
  const goesOn = cell(row, 0) === '' && placesOf(columns).every((place) => cell(row, place) === '');
  return goesOn || dateOf(cell(row, columns.date)) !== undefined;
}

const placesOf = ({ date, incoming, outgoing, amount }: Columns) => [date, incoming, outgoing, amount];

function readMoves(rows: readonly Row[], columns: Columns, faults: StatementFault[]): Move[] {
  const moves: Move[] = [];
  const goesOn = new Map<Move, string[]>();
  let last: Move | undefined;
  for (const row of rows) {
    if (placesOf(columns).some((place) => cell(row, place) !== '')) {
      last = readRow(row, columns, faults);
      if (last) moves.push(last);
    } else if (last) {
      const texts = goesOn.get(last) ?? [last.text];
      texts.push(textOf(row, columns));
      goesOn.set(last, texts);
    }
  }
  for (const [move, texts] of goesOn) move.text = lineText(texts.join(' '));
  return moves;
}

function rowsOf(csv: string): Row[] | undefined {
  const rows: Row[] = [];
  try {
    parse(csv, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record(cells: string[], { lines }) {
        rows.push({ line: lines, cells });
        return null;
      },
    });
    return rows;
  } catch {
    // What is no CSV is said as a fault of the file.
    return undefined;
  }
}

const sideName =
  /^(?:d\/?c|c\/?d|dr\/?cr|cr\/?dr|debit\s?(?:\/|or)\s?credit|credit\s?(?:\/|or)\s?debit|(?:debit[ /]?credit|credit[ /]?debit|dr[ /]?cr|cr[ /]?dr)? ?(?:indicator|mark|sign))$/i;
const sideWord = /^(?:d|dr|debit|c|cr|credit|\+|-)$/i;

function columnsOf(cells: readonly string[], body: readonly Row[] = []): Columns | undefined {
  const find = (pattern: RegExp, but = -1) => cells.findIndex((name, place) => place !== but && pattern.test(name));
  const booked = find(/^transaction date$/i);
  const date = booked >= 0 ? booked : find(/\bdate\b/i);
  const side = findSide(cells, body);
  const incoming = find(/credit|deposit/i, side);
  const amount = incoming >= 0 ? -1 : find(/^(?:transaction )?amount/i);
  if (date < 0 || (incoming < 0 && amount < 0)) return undefined;
  const outgoing = incoming < 0 ? -1 : find(/debit|withdrawal/i, side);
  const currency = find(/^(?:(?:account |transaction )?currency(?: code)?|ccy)$/i);
  const isFigure = /date|time|debit|credit|withdrawal|deposit|balance|amount|currency|^ccy$|branch|^status$/i;
  const texts = cells.flatMap((name, place) => (isFigure.test(name) || name === '' || place === side ? [] : [place]));
  const balance = find(/^(?:running |ledger |account |statement )?balance\b/i);
  const status = find(/^status$/i);
  return { date, incoming, outgoing, amount, side, currency, balance, status, texts };
}

/** A column that is named as a side, or one named "Type" that holds nothing else. */
function findSide(cells: readonly string[], body: readonly Row[]): number {
  const named = cells.findIndex((name) => sideName.test(name));
  if (named >= 0) return named;
  const type = cells.findIndex((name) => /^(?:transaction )?type$/i.test(name));
  const said = type < 0 ? [] : body.map((row) => cell(row, type)).filter((text) => text !== '');
  return said.length > 0 && said.every((text) => sideWord.test(text)) ? type : -1;
}

// Two and not one with an "or": each is known to take linear time, of both together a checker only guesses.
const currencyNamed = /\b(?:[Cc]urrency|CURRENCY)\b\W{0,20}([A-Z]{3})\b/g;
const currencyBeside = /(?:[Cc]redit|[Dd]ebit|[Dd]eposits?|[Ww]ithdrawals?|[Aa]mount|[Bb]alance) {0,5}\(([A-Z]{3})\)/g;

/** A currency that the lines about the account or the names of columns state, and that is not SGD: `Currency,USD`, `Deposits (USD)`. */
function foreignNames(rows: readonly Row[]): StatementFault[] {
  const isForeign = ({ cells }: Row) => {
    const line = cells.join(' ');
    const stated = [currencyNamed, currencyBeside].flatMap((pattern) => [...line.matchAll(pattern)]);
    return stated.some(([, currency]) => currency !== 'SGD');
  };
  return rows.filter(isForeign).map(({ line }) => ({ line, code: 'wrong_currency' }));
}

/** The same of a cell "Currency" with its value in the next one, wherever in the file: a second account may stand below the first. */
function foreignIn(rows: readonly Row[], headAt: number): StatementFault[] {
  const isForeign = ({ cells }: Row) =>
    cells.some((name, place) => {
      const value = cells[place + 1] ?? '';
      return /^(?:account |statement )?currency ?:?$/i.test(name) && value !== '' && !isOurs(value) && !isName(value);
    });
  const known = new Set(foreignNames(rows.slice(0, headAt + 1)).map(({ line }) => line));
  for (const { line } of rows.filter(isForeign)) known.add(line);
  return [...known].map((line) => ({ line, code: 'wrong_currency' }));
}

const isOurs = (value: string) => /\bSGD\b|^S\$|singapore/i.test(value);
// In a head the next cell is the next column.
const isName = (value: string) =>
  /date|debit|credit|withdrawal|deposit|balance|amount|description|type|^dr|^cr/i.test(value);

/** Further heads with other columns: what stands below them would be read by the wrong ones. */
function otherHeads(rows: readonly Row[], head: Row): StatementFault[] {
  const first = head.cells.join('|');
  const others = rows.filter(({ cells }) => columnsOf(cells) !== undefined && cells.join('|') !== first);
  return others.map(({ line }) => ({ line, code: 'no_head' }));
}

function readRow(row: Row, columns: Columns, faults: StatementFault[]): Move | undefined {
  const { line } = row;
  if (/^(?:sub)?total\b/i.test(cell(row, columns.date)) || isPending(cell(row, columns.status))) return undefined;
  const date = dateOf(cell(row, columns.date));
  const amount = amountOf(row, columns);
  // Remarks below the list.
  if (date === undefined && amount === undefined) return undefined;
  const currency = cell(row, columns.currency);
  const codes: StatementFault['code'][] = [];
  if (date === undefined) codes.push('wrong_date');
  if (amount === undefined) codes.push('wrong_amount');
  if (amount?.isUnclear) codes.push('wrong_side');
  if (columns.currency >= 0 && amount?.cents !== 0 && !/^(?:SGD|S\$)$/i.test(currency)) codes.push('wrong_currency');
  faults.push(...codes.map((code) => ({ line, code })));
  if (date === undefined || amount === undefined || codes.length > 0) return undefined;
  const balanceText = cell(row, columns.balance);
  const balanceCents = balanceText === '' ? undefined : centsOf(balanceText)?.cents;
  return {
    line,
    date,
    amountCents: amount.cents,
    text: textOf(row, columns),
    ...(balanceCents === undefined ? {} : { balanceCents }),
    isSignKnown: amount.isSignKnown,
    ...(amount.isReversal ? { isReversal: true } : {}),
  };
}

/** A line that is not booked is no money yet: it comes again once it is. */
const isPending = (status: string) => /pending|unsettled|reject|cancel|fail|hold/i.test(status);

type Amount = { cents: number; isSignKnown: boolean; isUnclear?: boolean; isReversal?: boolean };

/** What a row adds to the account, negative for what went out; undefined where a cell holds no amount. */
function amountOf(row: Row, columns: Columns): Amount | undefined {
  if (columns.amount < 0) {
    const incoming = centsOf(cell(row, columns.incoming));
    const outgoing = centsOf(cell(row, columns.outgoing));
    if (!incoming || !outgoing) return undefined;
    // A column of withdrawals may write them with a minus.
    const cents = incoming.cents - Math.abs(outgoing.cents);
    // A credit below zero takes an earlier one back. In and out at once is one line for two, and neither is said.
    const isUnclear = incoming.cents !== 0 && outgoing.cents !== 0;
    return { cents, isSignKnown: true, isUnclear, isReversal: incoming.cents < 0 };
  }
  const found = centsOf(cell(row, columns.amount));
  if (!found) return undefined;
  const side = cell(row, columns.side);
  if (columns.side < 0) return { cents: found.cents, isSignKnown: found.isMarked || found.cents === 0 };
  const isOut = /^(?:d|-)/i.test(side);
  // A minus beside "credit" is said in two ways that contradict each other.
  const isUnclear = !sideWord.test(side) || (!isOut && found.cents < 0);
  return { cents: isOut ? -Math.abs(found.cents) : found.cents, isSignKnown: true, isUnclear };
}

/**
 * The lines whose amount does not lead from the balance beside them to their own. Exports list the oldest line first or the newest: the order that fits more
 * lines is taken. Lines without a balance are passed over, their amounts are not.
 */
function brokenBalances(moves: readonly Move[]): number[] {
  const oldestFirst = breaksIn(moves);
  if (oldestFirst.length === 0) return [];
  const newestFirst = breaksIn(moves.toReversed());
  return newestFirst.length < oldestFirst.length ? newestFirst : oldestFirst;
}

function breaksIn(moves: readonly Move[]): number[] {
  const broken: number[] = [];
  let expected: number | undefined;
  for (const { line, amountCents, balanceCents } of moves) {
    if (expected !== undefined) expected += amountCents;
    if (balanceCents === undefined) continue;
    if (expected !== undefined && expected !== balanceCents) broken.push(line);
    expected = balanceCents;
  }
  return broken;
}

/**
 * Whether balances prove the signs of one column of amounts. Every line has one, and in each order that days and amounts without their signs allow, the
 * signs lead from balance to balance. Nothing precedes the first line: a minus somewhere in the file shows that what goes out has one, or its sign is known.
 */
function areSignsProven(moves: readonly Move[]): boolean {
  if (moves.some(({ balanceCents }) => balanceCents === undefined)) return false;
  const orders = [moves, moves.toReversed()].filter((order) => isInOrder(order) && leadsWithSomeSigns(order));
  const hasMinus = moves.some(({ amountCents }) => amountCents < 0);
  return (
    orders.length > 0 &&
    orders.every((order) => {
      const [first, ...rest] = order;
      const isShown = hasMinus && rest.some(({ amountCents }) => amountCents !== 0);
      return breaksIn(order).length === 0 && (isShown || first?.isSignKnown === true);
    })
  );
}

const isInOrder = (moves: readonly Move[]) => moves.every(({ date }, place) => date >= (moves[place - 1]?.date ?? ''));

function leadsWithSomeSigns(moves: readonly Move[]): boolean {
  return moves.every(({ amountCents, balanceCents = 0 }, place) => {
    const before = moves[place - 1]?.balanceCents;
    return before === undefined || Math.abs(balanceCents - before) === Math.abs(amountCents);
  });
}

const cell = ({ cells }: Row, place: number) => cells[place] ?? '';

function textOf(row: Row, { texts }: Columns): string {
  const parts = texts.map((place) => cell(row, place)).filter((text) => text !== '');
  return lineText(parts.join(' '));
}

/** Cents of `1,234.50`, `S$66.00` or `66.00 CR`, and whether CR or DR says their sign; 0 for an empty cell, undefined for what is no amount. */
function centsOf(text: string): { cents: number; isMarked: boolean } | undefined {
  if (text === '' || text === '-') return { cents: 0, isMarked: false };
  const found = /^(?:S\$|SGD|\$)?\s*([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*(CR|DR)?$/i.exec(text);
  if (!found) return undefined;
  const [, sign, whole = '', part = '', side = ''] = found;
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  if (cents > mostCents) return undefined;
  return { cents: sign === '-' || side.toUpperCase() === 'DR' ? -cents : cents, isMarked: side !== '' };
}

/** `YYYY-MM-DD` of `2026-11-18`, `18/11/2026`, `18-Nov-2026` or `18 Nov 26`; days come before months, as in Singapore. */
function dateOf(text: string): string | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(text);
  const local = /^(\d{1,2})[ /-]([A-Za-z]{3,9}|\d{1,2})[ /-](\d{4}|\d\d)\b/.exec(text);
  const [, day = '', month = '', year = ''] = local ?? [];
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const written = local
    ? `${year.padStart(4, '20')}-${String(named || month).padStart(2, '0')}-${day.padStart(2, '0')}`
    : (iso?.[0] ?? '');
  const parsed = parseDate(written);
  return parsed === undefined ? undefined : dateText(parsed);
}
