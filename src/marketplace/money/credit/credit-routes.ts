import type { Queryable } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import type { BalanceAnswer, CreditAnswer } from '#wire/credit.ts';
import { requireUserAccount } from '../../people/users/require-user.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { findCredit, findCreditEntries } from './credit.store.ts';

const headers = { 'Cache-Control': 'private, no-store' };

type ReadPackages = (db: Queryable, learner: string, nowMs: number) => Promise<BalanceAnswer['packages']>;

/** What the signed-in learner has to spend, and how it came about; packages are read by the feature that has them. */
export function creditRoutes(engine: Engine, readPackages: ReadPackages): Route[] {
  return [balanceRoute(engine, readPackages), creditEntriesRoute(engine)];
}

/** GET /api/marketplace/balance: credit in cents and minutes of packages. */
function balanceRoute(engine: Engine, readPackages: ReadPackages): Route<BalanceAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/balance',
    async handle({ auth }) {
      const { user } = requireUserAccount(engine, auth);
      const [creditCents, packages] = await Promise.all([
        findCredit(engine.db, user.id),
        readPackages(engine.db, user.id, engine.clock.nowMs()),
      ]);
      return { status: 200, headers, body: { creditCents, packages } satisfies BalanceAnswer };
    },
  };
}

/** GET /api/marketplace/credit: the entries behind the credit, newest first, as a page. */
function creditEntriesRoute(engine: Engine): Route<CreditAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/credit',
    async handle({ auth, query }) {
      const { user } = requireUserAccount(engine, auth);
      const page = readPage(query);
      const { items, totalItems } = await findCreditEntries(engine.db, user.id, page);
      const shown = items.map(({ created, lessonStart, ...entry }) => ({
        ...entry,
        created: isoInstant(created.getTime()),
        lessonStart: lessonStart && isoInstant(lessonStart.getTime()),
      }));
      return { status: 200, headers, body: pageEnvelope(page, shown, totalItems) satisfies CreditAnswer };
    },
  };
}
