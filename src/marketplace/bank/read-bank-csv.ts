import { parse } from 'csv-parse/sync';
import { dateText, parseDate } from '#rules/time/local-time.ts';
import type { StatementFault } from '#wire/bank.ts';

/** Money that came in, as a bank's statement has it. `line` counts from 1 in the file; `balanceCents` is the account's after it, where the file says it. */
export type StatementLine = { line: number; date: string; amountCents: number; text: string; balanceCents?: number };

export type Statement = { lines: StatementLine[]; faults: StatementFault[] };

type Columns = { date: number; credit: number; balance: number; texts: number[] };
type Row = { line: number; cells: string[] };

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads what came in from a bank's CSV export, as DBS, OCBC and UOB write them: some lines about the account, then a head that names the columns.
 * Money that went out is passed over. A line without date and amounts goes on with the text of the one before.
 */
export function readBankCsv(csv: string): Statement {
  const rows = rowsOf(csv);
  if (!rows) return { lines: [], faults: [{ line: 1, code: 'not_csv' }] };
  const headAt = rows.findIndex(({ cells }) => columnsOf(cells) !== undefined);
  const columns = columnsOf(rows[headAt]?.cells ?? []);
  if (!columns) return { lines: [], faults: [{ line: 1, code: 'no_head' }] };
  const statement: Statement = { lines: [], faults: [] };
  const goesOn = new Map<StatementLine, string[]>();
  let last: StatementLine | undefined;
  for (const row of rows.slice(headAt + 1)) {
    const isContinued = cell(row, columns.date) === '' && cell(row, columns.credit) === '';
    if (!isContinued) last = readRow(row, columns, statement);
    else if (last)
      goesOn
        .set(last, goesOn.get(last) ?? [last.text])
        .get(last)
        ?.push(textOf(row, columns));
  }
  for (const [line, texts] of goesOn) line.text = cut(texts.join(' '));
  for (const { line } of statement.lines.filter(({ text }) => text === '')) {
    statement.faults.push({ line, code: 'no_text' });
  }
  return statement;
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

function columnsOf(cells: readonly string[]): Columns | undefined {
  const find = (pattern: RegExp) => cells.findIndex((name) => pattern.test(name));
  const booked = find(/^transaction date$/i);
  const date = booked >= 0 ? booked : find(/\bdate\b/i);
  const credit = find(/credit|deposit/i);
  const amount = credit >= 0 ? credit : find(/^(?:transaction )?amount/i);
  if (date < 0 || amount < 0) return undefined;
  const isFigure = /date|time|debit|credit|withdrawal|deposit|balance|amount|currency|branch/i;
  const texts = cells.flatMap((name, place) => (isFigure.test(name) || name === '' ? [] : [place]));
  return { date, credit: amount, balance: find(/^(?:running |ledger |account )?balance\b/i), texts };
}

function readRow(row: Row, columns: Columns, { lines, faults }: Statement): StatementLine | undefined {
  const { line } = row;
  if (/^(?:sub)?total\b/i.test(cell(row, columns.date))) return undefined;
  const amountCents = centsOf(cell(row, columns.credit));
  const date = dateOf(cell(row, columns.date));
  // Money that went out has nothing in the column of what came in, or is negative.
  if (amountCents !== undefined && amountCents <= 0) return undefined;
  // Remarks below the list.
  if (date === undefined && amountCents === undefined) return undefined;
  if (date === undefined) faults.push({ line, code: 'wrong_date' });
  if (amountCents === undefined) faults.push({ line, code: 'wrong_amount' });
  if (date === undefined || amountCents === undefined) return undefined;
  const balanceText = cell(row, columns.balance);
  const balanceCents = balanceText === '' ? undefined : centsOf(balanceText);
  const read = {
    line,
    date,
    amountCents,
    text: textOf(row, columns),
    ...(balanceCents === undefined ? {} : { balanceCents }),
  };
  lines.push(read);
  return read;
}

/** What a line says, with those that it goes on in: more is no text of a payment. */
const longestText = 1000;

const cell = ({ cells }: Row, place: number) => cells[place] ?? '';

function textOf(row: Row, { texts }: Columns): string {
  const parts = texts.map((place) => cell(row, place)).filter((text) => text !== '');
  return cut(parts.join(' ').replace(/[\s\p{Cc}]+/gu, ' '));
}

function cut(text: string): string {
  return text.trim().slice(0, longestText);
}

/** No line of a statement is about more: the books count cents in 32 bits. */
const mostCents = 2_147_483_647;

/** Cents of `1,234.50`, `S$66.00` or `66.00 CR`; 0 for an empty cell, undefined for what is no amount. */
function centsOf(text: string): number | undefined {
  if (text === '' || text === '-') return 0;
  const found = /^(?:S\$|SGD|\$)?\s*([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*(CR|DR)?$/i.exec(text);
  if (!found) return undefined;
  const [, sign, whole = '', part = '', side = ''] = found;
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  if (cents > mostCents) return undefined;
  return sign === '-' || side.toUpperCase() === 'DR' ? -cents : cents;
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
