import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import { expireHolds } from '../lessons/booking/expire-holds.ts';
import { lapseRequests } from '../lessons/requests/lapse-requests.ts';
import { expirePayments } from './expire-payments.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** What becomes due in the main job: payments, then holds, then requests, so that money in time counts. */
export function marketplaceSweepers(engine: Engine, provider: PaymentProvider): Sweeper[] {
  return [
    { name: 'expire-payments', everyMs: 5000, run: (nowMs) => expirePayments(engine, provider, nowMs) },
    { name: 'expire-holds', everyMs: 5000, run: (nowMs) => expireHolds(engine, nowMs) },
    { name: 'lapse-requests', everyMs: 15_000, run: (nowMs) => lapseRequests(engine, nowMs) },
  ];
}
