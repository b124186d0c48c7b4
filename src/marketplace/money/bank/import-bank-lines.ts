import type { Queryable, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCall } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { newId } from '#engine/random.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { BankImportAnswer, BankPreviewAnswer } from '#wire/bank.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import type { Till } from '../payments/till.ts';
import { isSameAccount, lastFour } from './account-number.ts';
import { addBankLine, findKnown, listAccounts, lockImports, noteStatement } from './bank.store.ts';
import { addDebit, explainDebits, findKnownDebits } from './debits.store.ts';
import { matchOpenLines, outcomeAt, paymentsNamedIn } from './match-bank-line.ts';
import { readApart } from './read-apart.ts';
import { spanOfStatement } from './span-of-statement.ts';
import type { Statement, StatementLine } from './statement-moves.ts';
import { type ToldLine, tellLinesApart } from './tell-lines-apart.ts';

const longestFile = 2_000_000;
const mostLines = 5000;

/**
 * `POST /api/marketplace/bank/preview {csv, anew, isPartial}`: which account it is of where that is another one than before (`otherAccount`), that it does not say so (`unsaidAccount`), and what importing a bank's statement (CSV, MT940 or CAMT.053) would do, line by line: which are known already, surely or by
 * being alike, which wait for a person because they are like an imported one, which payment each names and what it would come to there, and the lines that can't be read. Changes nothing. For admins and finance;
 * 400 at `csv`.
 */
export function previewBankLinesRoute({ engine }: Till): Route<BankPreviewAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/bank/preview',
    async handle(request) {
      const { id: importedBy } = requireRight(request.auth, 'payments');
      const { account, lines, outgoing, faults, anew } = await readStatement(engine, request);
      const [known, named] = await Promise.all([findKnown(engine.db, lines), paymentsNamedIn(engine, lines)]);
      const taken = new Set<unknown>();
      const gone = tellLinesApart(outgoing, { known: await findKnownDebits(engine.db, outgoing), anew: none });
      const items = tellLinesApart(lines, { known, anew }).map(({ fingerprint, balanceCents, isReversal, ...line }) => {
        const payment = line.isKnown || line.likeLine !== '' ? undefined : named(line.text, importedBy);
        const outcome = payment && (taken.has(payment.id) ? 'double' : outcomeAt(payment, line.amountCents));
        if (payment && outcome !== 'short') taken.add(payment.id);
        return { ...line, payment: String(payment?.id ?? ''), outcome: outcome ?? ('' as const) };
      });
      const asked = await askOfAccount(engine.db, account);
      const more = { ...asked, ...countOf(freshOf(gone).length) };
      return { status: 200, body: { items, faults, ...more } satisfies BankPreviewAnswer };
    },
  };
}

/**
 * `POST /api/marketplace/bank/import {csv, anew, isPartial, isNewAccount, isSameAccount}`: writes a bank's statement down and books every line that names a payment. A line that was imported
 * before, from this file or another, is known, unless `anew` has its number (`3.2` of the second payment that came as entry 3): `{added, known, matched}`. For admins and finance; 400 at `csv` `wrong_lines` when a line can't be
 * read, `other_account` where the file is of another account than every statement before and nobody says that the bank was changed (`isNewAccount`), `unsaid_account` where it names none, one before did, and nobody says that it is the same (`isSameAccount`): then nothing is written.
 */
export function importBankLinesRoute(till: Till): Route<BankImportAnswer> {
  const { engine } = till;
  return {
    method: 'POST',
    path: '/api/marketplace/bank/import',
    async handle(request) {
      const auth = requireRight(request.auth, 'payments');
      const { account, lines, outgoing, faults, anew, said } = await readStatement(engine, request);
      if (faults.length > 0) {
        throw refuseCall(
          'csv',
          'wrong_lines',
          `${faults.length} lines can’t be read, the first is line ${faults[0]?.line}.`,
        );
      }
      const nowMs = engine.clock.nowMs();
      const added = await engine.db.transaction(async (tx) => {
        let count = 0;
        await lockImports(tx);
        const change = await takeAccount(tx, account, said);
        for (const told of tellLinesApart(lines, { known: await findKnown(tx, lines), anew })) {
          const { line, isKnown, isSure, balanceCents, isReversal, ...item } = told;
          if (isKnown) continue;
          const row = await addBankLine(tx, { ...item, id: newId(engine.random), importedBy: auth.id }, nowMs);
          if (!row) continue;
          count += 1;
          tx.afterCommit(() => publishRow(engine, 'bank_lines', row));
        }
        const gone = await addOutgoing(tx, outgoing, { importedBy: auth.id, nowMs, newId: () => newId(engine.random) });
        await explainDebits(tx, nowMs);
        await noteDays(tx, { account, lines, outgoing, nowMs });
        await writeAudit(tx, {
          auth,
          nowMs,
          action: 'import',
          collection: 'bank_lines',
          record: '',
          recordName: lines.length === 0 ? '' : `${lines[0]?.date} – ${lines.at(-1)?.date}`,
          after: {
            added: count,
            known: lines.length - count,
            ...countOf(gone),
            ...change,
          },
        });
        return { count, gone };
      });
      const matched = await matchOpenLines(till);
      const { count, gone } = added;
      const body: BankImportAnswer = {
        added: count,
        known: lines.length - count,
        matched: matched.length,
        ...countOf(gone),
      };
      return { status: 200, body };
    },
  };
}

const none: ReadonlySet<string> = new Set();
// A line by its number, or a payment of an entry by both numbers: `"3.2"`.
const isLineName = (name: unknown) =>
  Number.isSafeInteger(name) || (typeof name === 'string' && /^\d{1,9}\.\d{1,9}$/.test(name));
const countOf = (outgoing: number) => (outgoing > 0 ? { outgoing } : {});
const freshOf = (lines: readonly ToldLine[]) => lines.filter(({ isKnown }) => !isKnown);

type Importing = { importedBy: string; nowMs: number; newId: () => string };

async function noteDays(
  tx: Transaction,
  { account, lines, outgoing, nowMs }: Pick<Statement, 'account' | 'lines' | 'outgoing'> & { nowMs: number },
): Promise<void> {
  const span = spanOfStatement(lines, outgoing, account);
  if (span) await noteStatement(tx, span, nowMs);
}

type AskedOfAccount = Pick<BankPreviewAnswer, 'otherAccount' | 'unsaidAccount'>;

/**
 * What a person is asked of the account of a file, with its last digits: of one that no statement was of before (`otherAccount`), or that names none
 * where one before did (`unsaidAccount`).
 */
async function askOfAccount(db: Queryable, account: string): Promise<AskedOfAccount> {
  const known = await listAccounts(db);
  const latest = known.at(-1);
  if (latest === undefined) return {};
  const before = lastFour(latest);
  if (account === '') return { unsaidAccount: { before } };
  if (known.some((one) => isSameAccount(one, account))) return {};
  return { otherAccount: { of: lastFour(account), before } };
}

/** What somebody said of a file's account: that the bank was changed, or that it is the one before though the file does not say so. */
type SaidOfAccount = { isNewAccount: boolean; isSameAccount: boolean };

/** Refuses a statement of another account than before, or of none, unless somebody said how that is; what the audit trail says of that. */
async function takeAccount(
  tx: Queryable,
  account: string,
  { isNewAccount, isSameAccount: isSaidSame }: SaidOfAccount,
): Promise<{ newAccount?: string; accountBefore?: string }> {
  const { otherAccount: other, unsaidAccount: unsaid } = await askOfAccount(tx, account);
  if (unsaid && !isSaidSame) {
    const message = `This statement does not say which account it is of. Those before are of the one ending in ${unsaid.before}.`;
    throw refuseCall('csv', 'unsaid_account', message);
  }
  if (unsaid) return { accountBefore: unsaid.before };
  if (!other) return {};
  const { of, before } = other;
  if (isNewAccount) return { newAccount: of, accountBefore: before };
  const message = `This statement is of the account ending in ${of}, and those before of the one ending in ${before}.`;
  throw refuseCall('csv', 'other_account', message);
}

// One that is like an imported line waits: it is that line in another export, or money that was sent a second time.
async function addOutgoing(
  tx: Transaction,
  outgoing: readonly StatementLine[],
  { importedBy, nowMs, newId: idOf }: Importing,
) {
  const told = tellLinesApart(outgoing, { known: await findKnownDebits(tx, outgoing), anew: none });
  let count = 0;
  for (const { date, amountCents, text, fingerprint, likeLine, isReversal = false } of freshOf(told)) {
    const debit = { id: idOf(), date, amountCents, text, fingerprint, likeLine, isReversal, importedBy };
    if (await addDebit(tx, debit, nowMs)) count += 1;
  }
  return count;
}

async function readStatement(engine: Engine, request: RequestContext) {
  const { csv, anew = [], isPartial, isNewAccount, isSameAccount } = (await request.body()).fields;
  if (typeof csv !== 'string' || csv.trim() === '') throw refuseCall('csv', 'validation_required', 'Cannot be blank.');
  if (csv.length > longestFile) throw refuseCall('csv', 'too_long', 'The file is too long. Export fewer days.');
  const { account, lines, outgoing, faults: found } = await readApart(engine, csv, request);
  // Somebody said that the export leaves lines out on purpose: then amounts can't lead to every balance.
  const faults = isPartial === true ? found.filter(({ code }) => code !== 'wrong_balance') : found;
  if (lines.length + outgoing.length > mostLines)
    throw refuseCall('csv', 'too_long', `At most ${mostLines} lines at a time. Export fewer days.`);
  if (!Array.isArray(anew) || !anew.every(isLineName)) {
    throw refuseCall('anew', 'validation_invalid_value', 'Must be numbers of lines.');
  }
  const said = { isNewAccount: isNewAccount === true, isSameAccount: isSameAccount === true };
  return { account, lines, outgoing, faults, said, anew: new Set(anew.map(String)) };
}
