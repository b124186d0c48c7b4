import { MalformedXml, parseXml, type XmlElement } from '#engine/xml/parse-xml.ts';
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

/** A statement of some thousand entries has some hundred elements each, and few levels. */
const most = { elements: 400_000, levels: 24 };

/** Whether a text is XML at all: of XML only a CAMT.053 is taken. */
export function isCamt(text: string): boolean {
  return /^\uFEFF?\s*</.test(text);
}

/**
 * Reads a CAMT.053 of whatever version (ISO 20022 `BkToCstmrStmt`; the elements as in docs/decisions/paynow-and-bank-statements.md). Entries that
 * are booked have to lead from the opening to the closing balance of their statement; those that are not booked are passed over.
 */
export function readCamt(text: string): Statement {
  const parts: StatementPart[] = [];
  let entries = 0;
  for (const statement of statementsIn(text)) {
    parts.push(readOne(statement, entries));
    entries += childrenOf(statement, 'Ntry').length;
  }
  return joinParts(parts, entries > 0);
}

function statementsIn(text: string): XmlElement[] {
  try {
    const root = parseXml(text.replace(/^\uFEFF/, ''), most);
    return childrenOf(root, 'BkToCstmrStmt').flatMap((message) => childrenOf(message, 'Stmt'));
  } catch (error) {
    // What is no XML, or is made to hurt, has no statements: it is refused as one without balances.
    if (error instanceof MalformedXml) return [];
    throw error;
  }
}

function readOne(statement: XmlElement, before: number): StatementPart {
  const faults: StatementFault[] = [];
  const moves: Move[] = [];
  const line = before + 1;
  const opening = balanceOf(statement, ['OPBD', 'PRCD'], { line, faults });
  const closing = balanceOf(statement, ['CLBD'], { line, faults });
  for (const [index, entry] of childrenOf(statement, 'Ntry').entries()) {
    if (!isBooked(entry)) continue;
    moves.push(...readEntry(entry, before + index + 1, faults));
  }
  return provePart({
    line,
    account: accountOf(statement),
    openingCents: opening,
    closingCents: closing,
    moves,
    faults,
  });
}

/** The number of the account, as an IBAN or otherwise. */
function accountOf(statement: XmlElement): string {
  return textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
}

type Found = { line: number; faults: StatementFault[] };

/** A balance by one of its codes, negative for a debit. */
function balanceOf(statement: XmlElement, codes: readonly string[], found: Found): number | undefined {
  const all = childrenOf(statement, 'Bal');
  const [balance] = codes.flatMap((code) => all.filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code));
  return balance && signedCents(balance, found);
}

function isBooked(entry: XmlElement): boolean {
  // Newer versions have the code in an element of its own.
  return (textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')) === 'BOOK';
}

/** One move, or one for each of the transactions that were booked together. */
function readEntry(entry: XmlElement, line: number, faults: StatementFault[]): Move[] {
  const amountCents = signedCents(entry, { line, faults });
  const date = dateOf(textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm'));
  if (date === undefined) faults.push({ line, code: 'wrong_date' });
  if (amountCents === undefined || date === undefined) return [];
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd'));
  const common = { line, date, isSignKnown: true, ...(isReversal ? { isReversal } : {}) };
  const details = childrenOf(entry, 'NtryDtls').flatMap((each) => childrenOf(each, 'TxDtls'));
  if (details.length < 2) return [{ ...common, amountCents, text: aboutOf(entry) }];
  const parts = details.map((one) => partCents(one, amountCents));
  if (parts.reduce((sum: number, cents) => sum + (cents ?? Number.NaN), 0) !== amountCents) {
    // Whose money it is can't be told. What went out is compared as a whole.
    if (amountCents > 0) faults.push({ line, code: 'unclear_batch' });
    return [{ ...common, amountCents, text: aboutOf(entry) }];
  }
  return details.map((one, place) => ({
    ...common,
    part: place + 1,
    amountCents: parts[place] ?? 0,
    text: aboutOf(entry, one),
  }));
}

/** What a transaction of an entry brought, which has the entry's side where it says none; undefined where it says no amount in SGD. */
function partCents(details: XmlElement, entryCents: number): number | undefined {
  const [own] = childrenOf(details, 'Amt');
  const [inAll] = childrenOf(details, 'AmtDtls').flatMap((each) => childrenOf(each, 'TxAmt'));
  const amount = own ?? (inAll && childrenOf(inAll, 'Amt')[0]);
  const cents = amount?.attributes.Ccy === 'SGD' ? centsOf(amount.text.trim()) : undefined;
  const side = textAt(details, 'CdtDbtInd') || (entryCents < 0 ? 'DBIT' : 'CRDT');
  if (cents === undefined) return undefined;
  return side === 'DBIT' ? -cents : cents;
}

/** `Amt` with its currency and the side beside it, which is that of the entry itself, also of a reversal. */
function signedCents(element: XmlElement, { line, faults }: Found): number | undefined {
  const [amount] = childrenOf(element, 'Amt');
  const side = textAt(element, 'CdtDbtInd');
  if (amount && amount.attributes.Ccy !== 'SGD') faults.push({ line, code: 'wrong_currency' });
  if (side !== 'CRDT' && side !== 'DBIT') faults.push({ line, code: 'wrong_side' });
  const cents = centsOf(amount?.text.trim() ?? '');
  if (cents === undefined) faults.push({ line, code: 'wrong_amount' });
  return cents === undefined ? undefined : side === 'DBIT' ? -cents : cents;
}

/** What an entry is about: what the payer wrote, who they are and the bank's own words and references. */
const aboutNames = new Set([
  'Ustrd',
  'Nm',
  'EndToEndId',
  'InstrId',
  'TxId',
  'AcctSvcrRef',
  'NtryRef',
  'AddtlNtryInf',
  'AddtlTxInf',
  'Ref',
]);

/** The words of an entry; with one of its transactions, without those of the others. */
function aboutOf(entry: XmlElement, only?: XmlElement): string {
  const parts: string[] = [];
  const waiting = [entry];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (only && element.local === 'TxDtls' && element !== only) continue;
    const text = element.text.trim();
    if (aboutNames.has(element.local) && text !== '' && text !== 'NOTPROVIDED') parts.push(text);
    waiting.push(...element.children.toReversed());
  }
  return lineText([...new Set(parts)].join(' '));
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(({ local }) => local === name);
}

function textAt(element: XmlElement, ...path: string[]): string {
  let at: XmlElement | undefined = element;
  for (const name of path) at = at && childrenOf(at, name)[0];
  return at?.text.trim() ?? '';
}

function dateOf(text: string): string | undefined {
  const date = parseDate(text.slice(0, 10));
  return date === undefined ? undefined : dateText(date);
}

/** `66.00` or `66`; further digits only as zeros. */
function centsOf(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2})0{0,3})?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents > mostCents ? undefined : cents;
}
