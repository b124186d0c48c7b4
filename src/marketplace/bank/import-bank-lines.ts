import { createHash } from 'node:crypto';
import { badRequest } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { newId } from '#engine/random.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { publishRow } from '../payments/settle-payment.ts';
import type { Till } from '../payments/till.ts';
import { requireRight } from '../reads/require-right.ts';
import { addBankLine, findKnown } from './bank.store.ts';
import { matchOpenLines, outcomeAt, paymentsNamedIn } from './match-bank-line.ts';
import { readBankCsv, type StatementLine } from './read-bank-csv.ts';

const longestFile = 2_000_000;
const mostLines = 5000;

/**
 * `POST /api/marketplace/bank/preview {csv}`: what importing a bank's statement would do, line by line: which are known already, which payment each
 * names and what it would come to there, and the lines that can't be read. Changes nothing. For admins and finance; 400 at `csv`.
 */
export function previewBankLinesRoute({ engine }: Till): Route {
  return {
    method: 'POST',
    path: '/api/marketplace/bank/preview',
    async handle(request) {
      const { id: importedBy } = requireRight(request.auth, 'payments');
      const { lines, faults } = await readStatement(request);
      const [known, named] = await Promise.all([
        findKnown(engine.db, allFingerprints(lines)),
        paymentsNamedIn(engine, lines),
      ]);
      const taken = new Set<unknown>();
      const items = lines.map(({ fingerprint, withoutBalance, balanceCents, ...line }) => {
        const isKnown = known.has(fingerprint) || known.has(withoutBalance);
        const payment = isKnown ? undefined : named(line.text, importedBy);
        const outcome = payment && (taken.has(payment.id) ? 'double' : outcomeAt(payment, line.amountCents));
        if (payment && outcome !== 'short') taken.add(payment.id);
        return { ...line, isKnown, payment: String(payment?.id ?? ''), outcome: outcome ?? '' };
      });
      return { status: 200, body: { items, faults } };
    },
  };
}

/**
 * `POST /api/marketplace/bank/import {csv}`: writes a bank's statement down and books every line that names a payment. A line that was imported
 * before, from this file or another, is known: `{added, known, matched, open}`. For admins and finance; 400 at `csv` `wrong_lines` when a line can't be
 * read: then nothing is written.
 */
export function importBankLinesRoute(till: Till): Route {
  const { engine } = till;
  return {
    method: 'POST',
    path: '/api/marketplace/bank/import',
    async handle(request) {
      const auth = requireRight(request.auth, 'payments');
      const { lines, faults } = await readStatement(request);
      if (faults.length > 0) {
        throw refuse('wrong_lines', `${faults.length} lines can’t be read, the first is line ${faults[0]?.line}.`);
      }
      const nowMs = engine.clock.nowMs();
      const added = await engine.db.transaction(async (tx) => {
        let count = 0;
        const before = await findKnown(tx, allFingerprints(lines));
        for (const { line, withoutBalance, balanceCents, ...item } of lines) {
          if (before.has(withoutBalance)) continue;
          const row = await addBankLine(tx, { ...item, id: newId(engine.random), importedBy: auth.id }, nowMs);
          if (!row) continue;
          count += 1;
          tx.afterCommit(() => publishRow(engine, 'bank_lines', row));
        }
        await writeAudit(tx, {
          auth,
          nowMs,
          action: 'import',
          collection: 'bank_lines',
          record: '',
          recordName: lines.length === 0 ? '' : `${lines[0]?.date} – ${lines.at(-1)?.date}`,
          after: { added: count, known: lines.length - count },
        });
        return count;
      });
      const matched = await matchOpenLines(till);
      return { status: 200, body: { added, known: lines.length - added, matched: matched.length } };
    },
  };
}

type Fingerprinted = StatementLine & { fingerprint: string; withoutBalance: string };

const allFingerprints = (lines: readonly Fingerprinted[]) =>
  lines.flatMap(({ fingerprint, withoutBalance }) => [fingerprint, withoutBalance]);

async function readStatement(request: RequestContext) {
  const { csv } = (await request.body()).fields;
  if (typeof csv !== 'string' || csv.trim() === '') throw refuse('validation_required', 'Cannot be blank.');
  if (csv.length > longestFile) throw refuse('too_long', 'The file is too long. Export fewer days.');
  const { lines, faults } = readBankCsv(csv);
  if (lines.length > mostLines) throw refuse('too_long', `At most ${mostLines} lines at a time. Export fewer days.`);
  return { lines: withFingerprints(lines), faults };
}

// The bank gives lines no name of their own. Two payments alike on one day have different balances after them, in whatever file they are. Without
// balances they are two lines of one file, so the second is known by being the second; a line that was imported without is known with one, too.
function withFingerprints(lines: readonly StatementLine[]): Fingerprinted[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const said = `${line.date}|${line.amountCents}|${line.text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
    const place = (seen.get(said) ?? 0) + 1;
    seen.set(said, place);
    const withoutBalance = hash(`${said}|${place}`);
    if (line.balanceCents === undefined) return { ...line, withoutBalance, fingerprint: withoutBalance };
    const exact = `${said}|after ${line.balanceCents}`;
    const exactPlace = (seen.get(exact) ?? 0) + 1;
    seen.set(exact, exactPlace);
    return { ...line, withoutBalance, fingerprint: hash(`${exact}|${exactPlace}`) };
  });
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function refuse(code: string, message: string) {
  return badRequest('Invalid request.', { csv: { code, message } });
}
