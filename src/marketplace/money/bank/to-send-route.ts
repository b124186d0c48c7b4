import type { Route } from '#engine/http/route.ts';
import type { ToSendAnswer, ToSendCountAnswer } from '#wire/bank.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import type { Till } from '../payments/till.ts';
import { findHindrances } from '../payouts/refuse-owed-payout.ts';
import { countToSend, listToSend } from './to-send.store.ts';

/**
 * `GET /api/marketplace/bank/to-send`: refunds and payouts that a person has to send, all of the operator's own account and what a provider refused,
 * with the name and the telephone number they go to, and what keeps one of them from being paid (`waitsFor`); the 200 oldest of each. For admins and finance, who see nothing else of these accounts.
 */
export function toSendRoute({ engine }: Till): Route<ToSendAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/bank/to-send',
    async handle({ auth }) {
      const staff = requireRight(auth, 'payments');
      const headers = { 'Cache-Control': 'private, no-store' };
      const found = await listToSend(engine.db);
      await noteShown(engine, staff, { users: found.map(({ user }) => user) });
      const sums = found.map(({ user: _user, ...sum }) => sum);
      const payouts = sums.filter(({ of }) => of === 'payouts').map(({ id }) => id);
      const hindrances = await findHindrances(engine.db, payouts, engine.clock.nowMs());
      const items = sums.map(({ owedMs, ...sum }) => ({
        ...sum,
        waitsFor: sum.of === 'payouts' ? (hindrances.get(sum.id) ?? ('' as const)) : sum.waitsFor,
        owedSince: owedMs === null ? null : isoInstant(owedMs),
      }));
      return { status: 200, headers, body: { items } satisfies ToSendAnswer };
    },
  };
}

/** `GET /api/marketplace/bank/to-send/count`: how many there are in all, for who would be shown them. */
export function toSendCountRoute({ engine }: Till): Route<ToSendCountAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/bank/to-send/count',
    async handle({ auth }) {
      requireRight(auth, 'payments');
      const headers = { 'Cache-Control': 'private, no-store' };
      return { status: 200, headers, body: { count: await countToSend(engine.db) } satisfies ToSendCountAnswer };
    },
  };
}
