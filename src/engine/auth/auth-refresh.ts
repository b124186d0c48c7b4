import type { Engine } from '../engine.ts';
import { unauthorized } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { findRow } from '../records/record-store.ts';
import { answerAuth } from './answer-auth.ts';
import { requireOwnAuth } from './auth-context.ts';

/** POST /api/collections/:collection/auth-refresh (wire contract, section 11.7): a fresh token and record. */
export function authRefreshRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/auth-refresh',
    async handle(request) {
      const { collection, auth } = requireOwnAuth(engine, request);
      const row = await findRow(engine.db, collection, auth.id);
      // A token that another server still remembers must not get one that outlives the change which ended it.
      if (!row || row.tokenKey !== auth.row.tokenKey) throw unauthorized();
      // An impersonation must end when it was meant to.
      const token = auth.refreshable ? {} : { token: request.headers.authorization?.replace(/^bearer\s+/i, '') ?? '' };
      return answerAuth(engine, request, { collection, row, sessionId: auth.sessionId, ...token });
    },
  };
}
