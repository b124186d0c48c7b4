import type { Route } from '#engine/http/route.ts';
import type { DeclaredAnswer } from '#wire/bank.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import type { Till } from '../payments/till.ts';
import { listDeclared } from './declared.store.ts';

/**
 * `GET /api/marketplace/bank/declared`: payments whose learners say to have paid to the operator's account and whose money nobody has seen yet, what ends
 * first first, 200 at most; with the learner's name. For admins and finance, who see nothing else of these accounts.
 */
export function declaredRoute({ engine }: Till): Route<DeclaredAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/bank/declared',
    async handle({ auth }) {
      const staff = requireRight(auth, 'payments');
      const declared = await listDeclared(engine.db);
      await noteShown(engine, staff, { payments: declared.map(({ payment }) => payment) });
      const items = declared.map(({ untilMs, ...payment }) => ({
        ...payment,
        until: isoInstant(untilMs),
      }));
      return {
        status: 200,
        headers: { 'Cache-Control': 'private, no-store' },
        body: { items } satisfies DeclaredAnswer,
      };
    },
  };
}
