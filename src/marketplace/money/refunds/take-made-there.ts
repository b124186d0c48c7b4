import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { PaymentProvider, ToldRefund } from '../payments/payment-provider.ts';
import { openCase } from '../provider-cases/open-case.ts';
import { findCharged, findRefundsOf, isMadeThere, readExcess, takeProviderRefund } from './made-there.store.ts';
import { findRefund } from './refunds.store.ts';
import { tellOfRefunds } from './tell-of-refunds.ts';
import { tellTeachers } from './tell-teachers.ts';

type Events = NonNullable<PaymentProvider['events']>;

/**
 * Takes a refund that people made in the provider's own pages, however often and in whichever order it is told (`take_provider_refund`): it is booked as
 * a refund of its payment, and finance is told. What is of no payment of ours, or in another currency, is theirs to settle.
 */
export async function takeMadeThere(engine: Engine, told: ToldRefund): Promise<void> {
  const payment = await findCharged(engine.db, told.paymentReference);
  const { id, cents, currency, state, failureCode } = told;
  const about = { kind: 'refund' as const, reference: id, amountCents: cents, currency, payment: payment?.id ?? '' };
  const nowMs = engine.clock.nowMs();
  await engine.db.transaction(async (tx) => {
    if (!payment || cents <= 0) return openCase(engine, tx, { ...about, reason: 'unknown' });
    if (currency !== 'sgd') return openCase(engine, tx, { ...about, reason: 'other_currency' });
    if (!payment.isSettled) return openCase(engine, tx, { ...about, reason: 'unpaid' });
    const outcome = await takeProviderRefund(tx, { id, payment: payment.id, cents, state, failureCode, nowMs });
    const reason = { made: 'made_there', failed: 'came_back', came_back: 'came_back' } as const;
    if (outcome !== 'known') await openCase(engine, tx, { ...about, reason: reason[outcome] });
    const excessCents = outcome === 'made' ? await readExcess(tx, id) : 0;
    if (outcome === 'made') await tellTeachers(engine, tx, id);
    if (excessCents > 0) await openCase(engine, tx, { ...about, amountCents: excessCents, reason: 'other_sum' });
    await publishOf(engine, tx, payment.id);
  });
}

async function publishOf(engine: Engine, tx: Transaction, payment: string): Promise<void> {
  const { refunds, payments } = await findRefundsOf(tx, payment);
  await tellOfRefunds(
    engine,
    tx,
    payments.map((row) => String(row.id)),
  );
  tx.afterCommit(() => {
    for (const row of payments) publishRow(engine, 'payments', row);
    for (const row of refunds) if (row.status !== 'due') publishRow(engine, 'refunds', row);
  });
}

/** Whether the provider made a refund because we asked for it. */
export async function isOurs(engine: Engine, { refund }: ToldRefund): Promise<boolean> {
  return refund !== '' && (await findRefund(engine.db, refund)) !== undefined;
}

/** Takes all refunds of a payment that people made at the provider, as it refuses one of ours: that one may have been sent by them. */
export async function adoptMadeThere(
  engine: Engine,
  events: Events,
  { paymentReference }: { paymentReference: string },
): Promise<void> {
  if (paymentReference === '') return;
  for (const told of await events.refundsOf({ paymentReference })) {
    if (!(await isOurs(engine, told))) await takeMadeThere(engine, { ...told, paymentReference });
  }
}

const whyRefused = { charge_already_refunded: 'already_refunded', charge_disputed: 'disputed' } as const;

/**
 * Has finance look at a refund that the provider refuses as its payment is refunded already, where nothing that it lists was it, or as a bank takes the
 * payment back of which nobody told yet: the learner may have the money.
 */
export async function askAboutRefused(engine: Engine, tx: Transaction, refund: Row | undefined): Promise<void> {
  const code = refund?.failureCode;
  if (refund?.status !== 'failed' || (code !== 'charge_already_refunded' && code !== 'charge_disputed')) return;
  await openCase(engine, tx, {
    kind: 'refund',
    reason: whyRefused[code],
    reference: String(refund.id),
    amountCents: Number(refund.amountCents),
    currency: 'sgd',
    payment: String(refund.payment),
  });
}

/** Takes what the provider sent for a refund of ours that people had sent there already: both went out. */
export async function takeSentTwice(engine: Engine, told: ToldRefund): Promise<void> {
  const refund = await findRefund(engine.db, told.refund);
  const known = String(refund?.providerReference ?? '');
  if (known === '' || known === told.id || !(await isMadeThere(engine.db, known))) return;
  // It failed before people sent it there: that it went out is old.
  const failed = (refund?._failedReferences ?? []) as string[];
  if (told.state !== 'failed' && failed.includes(told.id)) return;
  await takeMadeThere(engine, told);
}
