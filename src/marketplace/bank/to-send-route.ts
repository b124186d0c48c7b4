import type { Route } from '#engine/http/route.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import type { Till } from '../payments/till.ts';
import { requireRight } from '../reads/require-right.ts';
import { listToSend } from './to-send.store.ts';

/**
 * `GET /api/marketplace/bank/to-send`: refunds and payouts that a person has to send, all of the operator's own account and what a provider refused,
 * with the name and the telephone number they go to; the 200 oldest of each. For admins and finance, who see nothing else of these accounts.
 */
export function toSendRoute({ engine }: Till): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/bank/to-send',
    async handle({ auth }) {
      requireRight(auth, 'payments');
      const headers = { 'Cache-Control': 'private, no-store' };
      const items = (await listToSend(engine.db)).map(({ owedMs, ...sum }) => ({
        ...sum,
        owedSince: owedMs === null ? null : isoInstant(owedMs),
      }));
      return { status: 200, headers, body: { items } };
    },
  };
}
