import { dateText, parseDate } from '#rules/time/local-time.ts';
import type { StatementFault } from '#wire/bank.ts';
import {
  joinParts,
  lineText,
  type Move,
  mostCents,
  provePart,
  type Statement,
  type StatementPart,
} from './statement-moves.ts';

/** A field of the message: its tag, its lines joined, and where it begins. */
type Field = { tag: string; text: string; line: number };

/** Whether a text is a SWIFT MT940: its first field is the transaction reference, `:20:`, with or without the envelope around it. */
export function isMt940(text: string): boolean {
  return /^\uFEFF?\s*(?:\{1:|:20:)/.test(text);
}

/**
 * Reads an MT940 (SWIFT, "Customer Statement Message"; the fields as in docs/decisions/paynow-and-bank-statements.md): each statement in it
 * has an opening balance (`:60F:`, `:60M:`), lines (`:61:`) with what they are about (`:86:`), and a closing one (`:62F:`, `:62M:`). Both balances say the
 * currency, and the lines have to lead from the one to the other.
 */
export function readMt940(text: string): Statement {
  const parts = statementsIn(fieldsOf(text)).map(readOne);
  return joinParts(
    parts,
    parts.some(({ moves }) => moves.length > 0),
  );
}

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    // The envelope of SWIFT around the text block, and its end.
    const inner = line.replace(/^\{1:[^\n]{0,400}\{4:/, '').trimEnd();
    const [, tag, rest = ''] = /^:(\d\d[A-Z]?):(.*)$/.exec(inner) ?? [];
    if (tag !== undefined) fields.push({ tag, text: rest, line: index + 1 });
    else if (/^-\}?/.test(inner) || inner === '') continue;
    else {
      const last = fields.at(-1);
      if (last) last.text += `\n${inner}`;
    }
  }
  return fields;
}

function statementsIn(fields: readonly Field[]): Field[][] {
  const statements: Field[][] = [];
  for (const field of fields) {
    if (field.tag === '20' || statements.length === 0) statements.push([]);
    statements.at(-1)?.push(field);
  }
  return statements;
}

function readOne(fields: readonly Field[]): StatementPart {
  const faults: StatementFault[] = [];
  const moves: Move[] = [];
  const opening = balanceIn(fields, ['60F', '60M'], faults);
  const closing = balanceIn(fields, ['62F', '62M'], faults);
  let last: Move | undefined;
  for (const { tag, text, line } of fields) {
    if (tag === '61') {
      last = readLine(text, line, faults);
      if (last) moves.push(last);
    } else if (tag === '86' && last) {
      last.text = lineText(`${last.text} ${text}`);
    } else if (tag !== '61') last = undefined;
  }
  const line = fields[0]?.line ?? 1;
  const account = fields.find(({ tag }) => tag.startsWith('25'))?.text.trim() ?? '';
  return provePart({ line, account, openingCents: opening, closingCents: closing, moves, faults });
}

/** A balance `C261121SGD1234,50` in cents, negative for a debit; undefined without one. */
function balanceIn(fields: readonly Field[], tags: readonly string[], faults: StatementFault[]): number | undefined {
  const field = fields.find(({ tag }) => tags.includes(tag));
  const [, side, currency, amount] = /^([CD])\d{6}([A-Z]{3})([\d,]{1,15})/.exec(field?.text ?? '') ?? [];
  if (!field || amount === undefined) return undefined;
  if (currency !== 'SGD') faults.push({ line: field.line, code: 'wrong_currency' });
  const cents = centsOf(amount);
  return cents === undefined ? undefined : side === 'D' ? -cents : cents;
}

/** `2611211121C66,00NTRFKB23456789AB//FT1`: the day of value, the day it was booked, the side, the amount, its kind and two references; a further line says more. */
const lineForm = /^(\d{2})(\d{2})(\d{2})(\d{4})?(RC|RD|C|D)([A-Z])?([\d,]{1,15})([A-Z][A-Z0-9]{3})(.*)$/s;

function readLine(text: string, line: number, faults: StatementFault[]): Move | undefined {
  const [, year = '', month = '', day = '', booked = '', side = '', , amount = '', , about = ''] =
    lineForm.exec(text) ?? [];
  const date = dateOf({ year, month, day }, booked);
  const cents = centsOf(amount);
  if (date === undefined) faults.push({ line, code: side === '' ? 'wrong_amount' : 'wrong_date' });
  else if (cents === undefined) faults.push({ line, code: 'wrong_amount' });
  if (date === undefined || cents === undefined) return undefined;
  const isReversal = side.startsWith('R');
  // What is taken back of a credit goes out, and of a debit comes in.
  const isIn = side === 'C' || side === 'RD';
  const amountCents = isIn ? cents : -cents;
  return {
    line,
    date,
    amountCents,
    text: lineText(about.replaceAll('//', ' ')),
    isSignKnown: true,
    ...(isReversal ? { isReversal } : {}),
  };
}

// The day it was booked has no year: around New Year it is of the year beside the day of value.
function dateOf(
  { year, month, day }: { year: string; month: string; day: string },
  booked: string,
): string | undefined {
  const value = parseDate(`20${year}-${month}-${day}`);
  if (value === undefined || booked === '') return value === undefined ? undefined : dateText(value);
  const near = [-1, 0, 1].map((years) =>
    parseDate(`20${String(Number(year) + years).padStart(2, '0')}-${booked.slice(0, 2)}-${booked.slice(2)}`),
  );
  const known = near.filter((date) => date !== undefined);
  const [closest] = known.sort((one, other) => Math.abs(one - value) - Math.abs(other - value));
  return closest === undefined ? undefined : dateText(closest);
}

/** `66,00`, `66,` or `66,5`: a comma before the part. */
function centsOf(amount: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,12}),(\d{0,2})$/.exec(amount) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents > mostCents ? undefined : cents;
}
