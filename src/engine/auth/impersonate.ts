import type { Engine } from '../engine.ts';
import { badRequest, notFound } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { findRow } from '../records/record-store.ts';
import { answerAuth, keepsSessions } from './answer-auth.ts';
import { isAuthCollection } from './auth-context.ts';
import { factorClaims, signToken } from './tokens.ts';

/** POST /api/collections/:collection/impersonate/:id {duration} (wire contract, section 11.11): a token that cannot be refreshed. */
export function impersonateRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/impersonate/:id',
    async handle(request) {
      const superuser = requireSuperuser(request);
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection || !isAuthCollection(collection)) throw notFound('Missing or invalid auth collection context.');
      const row = await findRow(engine.db, collection, request.params.id ?? '');
      if (!row) throw notFound();
      const durationSeconds = Math.min((await readDuration(request)) || length.usual, length.most);
      // The superuser's word counts for both methods, and what is seen by the token is seen by them.
      const standsFor = keepsSessions(collection) ? { ...factorClaims('own'), impersonator: superuser.id } : {};
      const claims = { refreshable: false, ...standsFor };
      const token = signToken(engine, { kind: 'auth', collection, row, claims, durationSeconds });
      return answerAuth(engine, request, { collection, row, token });
    },
  };
}

/** Seconds that a token of somebody else's is good for when nothing is said, and at most (docs/wire-differences.md). */
const length = { usual: 3600, most: 86_400 };

// In seconds; 0 stands for the usual length.
async function readDuration(request: RequestContext): Promise<number> {
  const unreadable = 'An error occurred while loading the submitted data.';
  const duration = (await request.body(unreadable)).fields.duration ?? 0;
  if (!Number.isSafeInteger(duration)) throw badRequest(unreadable);
  if (Number(duration) >= 0) return Number(duration);
  const message = 'Must be no less than 0.';
  const error = { code: 'validation_min_greater_equal_than_required', message, params: { threshold: 0 } };
  throw badRequest('An error occurred while validating the submitted data.', { duration: error });
}
