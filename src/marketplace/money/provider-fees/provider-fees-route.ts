import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import type { ProviderFeesAnswer } from '#wire/provider-fees.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { listCharges } from './provider-charges.store.ts';
import { countFees, listFeeMonths, listRefusedFees } from './provider-fees.store.ts';

/**
 * `GET /api/marketplace/provider-fees`: what the payment provider charged, booked by month of Singapore (each opens to its entries), how many fees it
 * has not said yet, those that it said and nobody booked, and what it charged for its services as a whole. For admins and finance.
 */
export function providerFeesRoute({ db }: Engine): Route<ProviderFeesAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/provider-fees',
    async handle({ auth }) {
      requireRight(auth, 'payments');
      const [months, counts, refused, charges] = await Promise.all([
        listFeeMonths(db),
        countFees(db),
        listRefusedFees(db),
        listCharges(db),
      ]);
      return {
        status: 200,
        headers: { 'Cache-Control': 'private, no-store' },
        body: {
          months,
          ...counts,
          refused: refused.map(({ refusedMs, ...fee }) => ({ ...fee, refusedAt: isoInstant(refusedMs) })),
          charges: charges.map(({ chargedMs, ...charge }) => ({ ...charge, chargedAt: isoInstant(chargedMs) })),
        } satisfies ProviderFeesAnswer,
      };
    },
  };
}
