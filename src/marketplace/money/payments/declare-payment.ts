import type { Queryable, Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound, refuseUpdate, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { hourMs } from '#rules/time/durations.ts';
import type { PaymentDeclaringAnswer } from '#wire/payments.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { declarePayment, findCharge, findDeclarer, findPayment, lockDeclaring } from './payments.store.ts';
import { purposeOf, type Till } from './till.ts';

/** Saying to have paid keeps a time from everybody else: who did not pay so often lately can't say it again. */
const declaredAtMost = 3;
const countedMs = 30 * 24 * hourMs;

/**
 * POST /api/marketplace/payments/{id}/declare: the learner says to have paid to the operator's own account. The bank's statement comes later: what
 * is paid waits for it as long as the operator set. Repeating it changes nothing; 400 `too_many_declared` for who said so three times in 30 days
 * without money, and for who never paid and is waited for already, `email_not_verified` where mails are sent, 409 `not_payable` when the payment
 * does not wait for its payer, `hold_expired` when what it is for is over.
 */
export function declarePaymentRoute(till: Till): Route<PaymentDeclaringAnswer> {
  const { engine, provider } = till;
  return {
    method: 'POST',
    path: '/api/marketplace/payments/:id/declare',
    async handle({ auth, params }) {
      if (!auth) throw unauthorized();
      const hours = provider.waitsForBankHours;
      const payment = await findCharge(engine.db, params.id ?? '');
      if (hours === undefined || payment?.learner !== auth.id) throw notFound();
      const { id, status, expiresAt } = (await declare(till, payment, hours)) ?? (await unchanged(till, payment));
      const until = expiresAt instanceof Date ? isoInstant(expiresAt.getTime()) : null;
      return { status: 200, body: { payment: String(id), status: String(status), until } };
    },
  };
}

async function declare(till: Till, payment: Row, hours: number): Promise<Row | undefined> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  const wanted = purposeOf(till, payment);
  if (payment.status !== 'requires_action' || !wanted?.purpose.keep) return undefined;
  const { purpose, id } = wanted;
  return engine.db.transaction(async (tx) => {
    await lockDeclaring(tx, String(payment.learner));
    // Said twice at the same moment, it was said by the other call.
    if ((await findPayment(tx, String(payment.id)))?.status !== 'requires_action') return undefined;
    await refuseDeclaring(engine, tx, { learner: String(payment.learner), nowMs });
    await purpose.lock?.(tx, id);
    const untilMs = await purpose.keep?.(engine, tx, { id, untilMs: nowMs + hours * hourMs, nowMs });
    if (untilMs === undefined) {
      const message = 'The time is no longer held for you. If you paid, the money goes back to you.';
      throw new ApiError(409, message, { payment: { code: 'hold_expired', message } });
    }
    const row = await declarePayment(tx, String(payment.id), { untilMs, nowMs });
    if (!row) throw refuseOver();
    tx.afterCommit(() => publishRow(engine, 'payments', row));
    return row;
  });
}

async function refuseDeclaring(
  { isDevelopment, mail }: Engine,
  tx: Queryable,
  { learner, nowMs }: { learner: string; nowMs: number },
): Promise<void> {
  const { isVerified, hasPaid, declared, open } = await findDeclarer(tx, learner, nowMs - countedMs);
  // Where no mail is sent nobody can verify an address.
  if (!isVerified && (isDevelopment || mail.leaves())) {
    throw refuseUpdate('payment', 'email_not_verified', 'Verify your email address first, at your account settings.');
  }
  if (declared >= declaredAtMost) {
    throw refuseUpdate(
      'payment',
      'too_many_declared',
      'You said so three times lately and no money came. Wait until your payment is found.',
    );
  }
  if (open > 0 && !hasPaid) {
    throw refuseUpdate('payment', 'too_many_declared', 'We still look for your first payment. Wait until it is found.');
  }
}

async function unchanged({ engine }: Till, { id }: Row): Promise<Row> {
  const payment = await findPayment(engine.db, String(id));
  if (payment && (payment.declaredAt || payment.status === 'succeeded')) return payment;
  throw refuseOver();
}

function refuseOver(): ApiError {
  const message = 'This payment is over. If you paid, the money goes back to you.';
  return new ApiError(409, message, { payment: { code: 'not_payable', message } });
}
