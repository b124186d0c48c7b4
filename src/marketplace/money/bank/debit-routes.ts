import type { Row, Transaction } from '#engine/database/database.ts';
import { ApiError, notFound, refuseCall } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { BankDebitsAnswer, DebitDecisionAnswer } from '#wire/bank.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { takeBackForGood } from '../chargebacks/take-chargeback.ts';
import { refuseOwnMoney } from '../payments/manual/paid-by-hand.ts';
import type { Till } from '../payments/till.ts';
import { findBankLine, findPaymentOf, takeBankLine } from './bank.store.ts';
import { decideDebit, isDebit, listDebits, listMissing, listPaymentsOfLine, lockDebit } from './debits.store.ts';
import { partiesOf } from './match-bank-line.ts';

/**
 * `GET /api/marketplace/bank/debits`: lines of the statement that went out and wait for a person, or that nobody knows, and what was noted as sent and
 * the statement does not have. For admins and finance.
 */
export function debitsRoute({ engine }: Till): Route<BankDebitsAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/bank/debits',
    async handle({ auth }) {
      requireRight(auth, 'payments');
      const [items, found] = await Promise.all([listDebits(engine.db), listMissing(engine.db)]);
      const missing = found.map(({ notedMs, ...sum }) => ({ ...sum, noted: isoInstant(notedMs) }));
      const headers = { 'Cache-Control': 'private, no-store' };
      return { status: 200, headers, body: { items, missing } satisfies BankDebitsAnswer };
    },
  };
}

/**
 * `POST /api/marketplace/bank/debits/:id {decision, line?}`: what somebody decides about a line that went out: `recall`: the bank took back what `line`
 * had brought in, whose booking is taken back in the ledger and owed by its learner; `other`: somebody looked after it, and nothing is booked. For admins and finance;
 * 409 `decided` when it was decided before, `recalled` at `line` when that was taken back before; 400 `own_case` for money of one's own.
 */
export function decideDebitRoute(till: Till): Route<DebitDecisionAnswer> {
  const { engine } = till;
  return {
    method: 'POST',
    path: '/api/marketplace/bank/debits/:id',
    async handle(request) {
      const auth = requireRight(request.auth, 'payments');
      const id = request.params.id ?? '';
      if (!(await isDebit(engine.db, id))) throw notFound();
      const { fields } = await request.body();
      const { decision, line = '' } = fields;
      if (decision !== 'recall' && decision !== 'other') {
        throw refuseCall('decision', 'validation_in_invalid', 'Must be recall or other.');
      }
      const status = decision === 'recall' ? 'recalled' : 'other';
      await engine.db.transaction(async (tx) => {
        const nowMs = engine.clock.nowMs();
        const debit = await lockDebit(tx, id);
        if (!debit) throw conflict('decision', 'decided', 'This was decided before.');
        const of = decision === 'recall' ? await findRecalled(tx, line, { debit, auth }) : '';
        if (!(await decideDebit(tx, id, { status, line: of, nowMs }))) {
          throw conflict('line', 'recalled', 'The money of this line was taken back before.');
        }
        if (of !== '') await takeBackLine(till, tx, { debit, of, nowMs });
        await writeAudit(tx, {
          auth,
          nowMs,
          action: decision === 'recall' ? 'bank_recall' : 'bank_other',
          collection: 'bank_debits',
          record: id,
          recordName: `${debit.date} ${debit.amountCents}`,
          after: { status, line: of },
        });
      });
      return { status: 200, body: { debit: id, status } };
    },
  };
}

/** The line whose money was taken back: one whose money was booked or waits, and not more than it brought. */
async function findRecalled(
  tx: Transaction,
  line: unknown,
  { debit, auth }: { debit: Row; auth: AuthRecord },
): Promise<string> {
  const found = typeof line === 'string' ? await findBankLine(tx, line) : undefined;
  if (!found || !['matched', 'open', 'returning'].includes(String(found.status))) {
    throw refuseCall('line', 'validation_missing_rel_records', 'There is no such line whose money is here.');
  }
  if (Number(debit.amountCents) > Number(found.amountCents)) {
    throw refuseCall('line', 'too_much', 'More was taken back than this line brought in.');
  }
  // What waits goes back whole: the rest would be nobody's.
  if (found.status !== 'matched' && Number(debit.amountCents) !== Number(found.amountCents)) {
    throw refuseCall(
      'line',
      'other_amount',
      'Decide first what this line was for: less was taken back than it brought in.',
    );
  }
  const payment = found.payment === '' ? undefined : await findPaymentOf(tx, String(found.payment));
  if (payment) await refuseOwnMoney(tx, auth, { parties: partiesOf(payment), begun: payment.created, field: 'line' });
  return String(found.id);
}

type TakenBack = { debit: Row; of: string; nowMs: number };

async function takeBackLine(till: Till, tx: Transaction, { debit, of, nowMs }: TakenBack): Promise<void> {
  const { engine } = till;
  // Nobody had it yet: it went back to its sender, by the bank.
  const waiting = await takeBankLine(tx, of, { from: ['open', 'returning'], to: 'returned', nowMs });
  if (waiting) {
    tx.afterCommit(() => publishRow(engine, 'bank_lines', waiting));
    return;
  }
  let restCents = Number(debit.amountCents);
  for (const { id, chargedCents } of await listPaymentsOfLine(tx, of)) {
    const amountCents = Math.min(restCents, chargedCents);
    restCents -= amountCents;
    if (amountCents > 0) await takeBackForGood(till, tx, { id: `${debit.id}.${id}`, payment: id, amountCents });
  }
}

function conflict(field: string, code: string, message: string) {
  return new ApiError(409, message, { [field]: { code, message } });
}
