import type { Engine } from '#engine/engine.ts';
import { badRequest, forbidden, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { findLedgerEntries } from './ledger.store.ts';

/** GET /api/marketplace/ledger (api.md): entries, newest last, by account, lesson or transaction. For admins and superusers. */
export function listLedgerRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/ledger',
    async handle({ auth, query }) {
      requireAdmin(auth);
      const page = pageNumber(query.page, 'page', 1);
      const perPage = Math.min(pageNumber(query.perPage, 'perPage', 30), 1000);
      const { account = '', lesson = '', transaction = '' } = query;
      const { items, totalItems } = await findLedgerEntries(engine.db, { account, lesson, transaction, page, perPage });
      return {
        status: 200,
        body: { items, page, perPage, totalItems, totalPages: Math.ceil(totalItems / perPage) },
      };
    },
  };
}

function requireAdmin(auth: AuthRecord | null): void {
  if (!auth) throw unauthorized();
  if (!auth.isSuperuser && auth.row.role !== 'admin') throw forbidden();
}

function pageNumber(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const number = Number(text);
  if (!Number.isInteger(number)) {
    throw badRequest('Invalid request.', {
      [name]: { code: 'validation_invalid_value', message: 'Must be a whole number.' },
    });
  }
  return number > 0 ? number : fallback;
}
