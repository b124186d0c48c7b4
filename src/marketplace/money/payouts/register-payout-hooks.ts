import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import type { PayoutPlan } from '#rules/payouts/plan-payout.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { requireImpartial } from '../../platform/rights/require-impartial.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { findPayout, findWaitingMoney } from './payouts.store.ts';
import { payoutZone, planTogether } from './plan-payouts.ts';
import { sendPayouts } from './send-payout.ts';

const refusal = 'Failed to create record.';

/** An admin who creates a payout pays an instructor what is payable now, by the same rule as on Wednesdays. */
export function registerPayoutHooks(engine: Engine, provider: PaymentProvider): void {
  engine.hooks.on('payouts', { performCreate: (event) => createPayout(engine, provider, event) });
}

async function createPayout(engine: Engine, provider: PaymentProvider, event: RecordEvent): Promise<Row> {
  const { collection, record, authorId, requestHash } = event;
  const first = await findFirstCreate(engine.db, { ...event, collection, id: record.id });
  if (first) return first;
  if (provider.name === 'none')
    throw refuseCreate('instructor', 'no_provider', 'Nobody is set up who could pay it out.');
  const nowMs = engine.clock.nowMs();
  const { user, begun } = await findWaitingMoney(engine.db, String(record.instructor), nowMs);
  await requireImpartial(engine.db, event, {
    ...{ parties: [user], about: 'money', right: 'payouts', field: 'instructor', refusal },
    begun: begun ?? 'now',
  });
  const { values: policy } = await findPolicyAt(engine.db, nowMs);
  const wanted = [{ id: record.id, instructor: String(record.instructor), author: authorId, requestHash }];
  const day = { date: dateText(localDayOf(payoutZone, nowMs)), payableMs: nowMs, nowMs };
  const [planned] = await engine.db.transaction((tx) => planTogether(tx, wanted, day, policy));
  if (!planned) throw new Error('Each payout that is wanted is planned.');
  const { plan, payout } = planned;
  if (!payout) {
    const repeated = await findFirstCreate(engine.db, { ...event, collection, id: record.id });
    if (repeated) return repeated;
    throw refuseCreate('instructor', ...whyNot(plan));
  }
  await sendPayouts(engine, provider, [record.id]);
  return (await findPayout(engine.db, record.id)) ?? payout;
}

function whyNot({ reason, payCents }: PayoutPlan): [code: string, message: string] {
  if (payCents > 0) return ['paid_today', 'There is a payout of today already.'];
  if (reason === 'owed_back') return ['owed_back', 'The instructor owes more than has been earned.'];
  if (reason === 'below_minimum') return ['below_minimum', 'What is payable is below the smallest payout.'];
  return ['nothing_payable', 'Nothing is payable now.'];
}
