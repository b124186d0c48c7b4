import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import type { OutsideAnswer } from '#wire/outside.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import { requireRight } from '../reads/require-right.ts';
import { listProofs } from './outside.store.ts';

/**
 * `GET /api/marketplace/outside`: what the latest comparison of the books with each place outside came to: what is missing on which side, the oldest 200 of
 * each. For admins and finance.
 */
export function outsideRoute({ db }: Engine): Route<OutsideAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/outside',
    async handle({ auth }) {
      requireRight(auth, 'payments');
      const proofs = (await listProofs(db)).map(({ comparedMs, readMs, oldestMs: _oldest, ...proof }) => ({
        ...proof,
        comparedAt: isoInstant(comparedMs),
        readUntil: readMs === null ? null : isoInstant(readMs),
      }));
      const headers = { 'Cache-Control': 'private, no-store' };
      return { status: 200, headers, body: { proofs } satisfies OutsideAnswer };
    },
  };
}
