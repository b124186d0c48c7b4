import { createHash } from 'node:crypto';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { MatchOutcome } from '#wire/bank.ts';
import { findBarred } from '../../platform/rights/require-impartial.ts';
import { billReferencesIn } from '../payments/manual/bill-reference.ts';
import { chargedCentsOf, purposeOf, type Till } from '../payments/till.ts';
import { tellOfRefunds } from '../refunds/tell-of-refunds.ts';
import { announceStray } from './announce-stray.ts';
import {
  endShortPayment,
  findByReferences,
  findPaymentOf,
  listOpenLines,
  lockImports,
  noteBankLine,
  noteLineBefore,
  settleStray,
  takeBankLine,
} from './bank.store.ts';
import { explainDebits } from './debits.store.ts';

/** Who paid, and who is paid by, what a line's money would be for: neither brings the line nor matches it. */
export function partiesOf({ learner, _teacher }: Row): string[] {
  return [learner, _teacher].filter((user) => typeof user === 'string').filter((user) => user !== '');
}

const isWaiting = (status: unknown) => status === 'requires_action' || status === 'processing';

/** What a line would come to at a payment as it stands now. */
export function outcomeAt(payment: Row, amountCents: number): MatchOutcome {
  if (!isWaiting(payment.status) && payment.status !== 'expired') return 'double';
  if (amountCents < chargedCentsOf(payment)) return 'short';
  if (payment.status === 'expired') return 'late';
  return amountCents > chargedCentsOf(payment) ? 'over' : 'paid';
}

/** The payment has its money already: only a person says that a second payment came in. */
class WaitsForPerson extends Error {
  override readonly name = 'WaitsForPerson';
}

/**
 * Books a line of the bank's statement as the money of a payment, in one transaction with all that follows: what it is for is confirmed; what is
 * too much, too little, a second time or too late is owed back. Undefined when somebody decided about the line before. Unless a person confirmed it
 * (`isConfirmed`), money that came a second time throws `WaitsForPerson` and changes nothing.
 */
export async function matchBankLine(
  till: Till,
  line: Row,
  { payment, isConfirmed }: { payment: string; isConfirmed: boolean },
): Promise<Row | undefined> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  const id = String(line.id);
  return engine.db.transaction(async (tx) => {
    if (!(await takeBankLine(tx, id, { from: ['open'], to: 'matched', nowMs }))) return undefined;
    const outcome = await bookMoney(till, tx, { payment, line, nowMs, isConfirmed });
    const row = await noteBankLine(tx, id, { payment, outcome });
    const booked = await findPaymentOf(tx, payment);
    tx.afterCommit(() => {
      if (row) publishRow(engine, 'bank_lines', row);
      if (booked) publishRow(engine, 'payments', booked);
    });
    return row;
  });
}

type Money = { payment: string; line: Row; nowMs: number; isConfirmed: boolean };

async function bookMoney(
  till: Till,
  tx: Transaction,
  { payment: id, line, nowMs, isConfirmed }: Money,
): Promise<MatchOutcome> {
  const { engine } = till;
  const payment = await findPaymentOf(tx, id);
  const wanted = payment && purposeOf(till, payment);
  if (!wanted) throw new Error(`The payment ${id} is for nothing that is sold here.`);
  const cents = Number(line.amountCents);
  const reference = `bank:${line.id}`;
  const wouldBe = outcomeAt(payment, cents);
  const isEnough = wouldBe !== 'double' && wouldBe !== 'short';
  // Another line of the same payment may have come first.
  const isTaken = isEnough && (await wanted.purpose.settle(engine, tx, { payment, reference, nowMs }));
  const outcome = isEnough && !isTaken ? 'double' : wouldBe;
  if (outcome === 'double' && !isConfirmed) throw new WaitsForPerson();
  const strayCents = isTaken ? cents - chargedCentsOf(payment) : cents;
  // Too little does not hold a time until the rest comes: the learner can pay anew, all of it.
  if (outcome === 'short' && isWaiting(payment.status)) await endShortPayment(tx, id, nowMs);
  if (strayCents > 0) await sendBack(engine, tx, { payment, line, cents: strayCents, outcome, nowMs });
  const settled = isTaken ? await findPaymentOf(tx, id) : undefined;
  // The time was free again already, though the payment still waited.
  return settled && settled.status !== 'succeeded' && outcome === 'paid' ? 'late' : outcome;
}

type Stray = { payment: Row; line: Row; cents: number; outcome: MatchOutcome; nowMs: number };

async function sendBack(engine: Engine, tx: Transaction, { payment, line, cents, outcome, nowMs }: Stray) {
  const id = createHash('sha256').update(`stray:${line.id}`).digest('hex').slice(0, 15);
  await settleStray(tx, payment, { id, cents, reference: `bank:${line.id}`, nowMs });
  await announceStray(engine, tx, { payment, stray: id, cents, isShort: outcome === 'short' });
  await tellOfRefunds(engine, tx, [id]);
}

/**
 * Books every open line that names a payment; what an import did not come to is made up for here. Lines that are like an earlier one, or would pay a
 * second time, stay open for a person.
 */
export async function matchOpenLines(till: Till): Promise<Row[]> {
  const { engine } = till;
  const lines = (await listOpenLines(engine.db)).filter(({ likeLine }) => likeLine === '');
  const found = await paymentsNamedIn(engine, lines);
  const matched: Row[] = [];
  for (const line of lines) {
    const payment = found(String(line.text), String(line.importedBy));
    if (!payment) continue;
    try {
      const row = await matchBankLine(till, line, { payment: String(payment.id), isConfirmed: false });
      if (row) matched.push(row);
    } catch (error) {
      if (error instanceof WaitsForPerson) {
        await noteLineBefore(engine.db, { line: String(line.id), payment: String(payment.id) });
        continue;
      }
      // The line stays open and is tried again in the next sweep; the others must not wait for it.
      engine.log.error({ err: error, line: line.id }, 'A line of the bank’s statement could not be booked.');
    }
  }
  return matched;
}

/** Answers the payment that a line's text names. None where it names several, or one that the person who brought the line may not match: somebody else has to. */
export async function paymentsNamedIn(
  { db }: Pick<Engine, 'db'>,
  lines: readonly { text?: unknown }[],
): Promise<(text: string, importedBy: string) => Row | undefined> {
  const references = new Set(lines.flatMap(({ text }) => billReferencesIn(String(text))));
  const payments = references.size === 0 ? [] : await findByReferences(db, [...references]);
  const byReference = new Map(payments.map((payment) => [String(payment.billReference), payment]));
  const cases = payments.map((payment) => ({ id: payment.id, parties: partiesOf(payment), begun: payment.created }));
  const isBarred = await findBarred(db, cases, 'payments');
  return (text, importedBy) => {
    const named = new Set(billReferencesIn(text).filter((code) => byReference.has(code)));
    const [first = ''] = named;
    const payment = named.size === 1 ? byReference.get(first) : undefined;
    return payment && isBarred(payment.id, importedBy) ? undefined : payment;
  };
}

/** Compares lines that went out with what was noted as sent since the import. */
export async function explainOutgoing({ engine }: Till): Promise<void> {
  await engine.db.transaction(async (tx) => {
    await lockImports(tx);
    await explainDebits(tx, engine.clock.nowMs());
  });
}
