import type { Engine } from '#engine/engine.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import type { LedgerAnswer } from '#wire/ledger.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { findLedgerEntries } from './ledger.store.ts';

/** GET /api/marketplace/ledger (api.md): entries, newest last, by account, lesson or transaction. For admins and superusers. */
export function listLedgerRoute(engine: Engine): Route<LedgerAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/ledger',
    async handle({ auth, query }) {
      requireRight(auth, 'ledger');
      const page = readPage(query);
      const { account = '', lesson = '', transaction = '' } = query;
      const { items, totalItems } = await findLedgerEntries(engine.db, { ...page, account, lesson, transaction });
      return { status: 200, body: pageEnvelope(page, items, totalItems) satisfies LedgerAnswer };
    },
  };
}
