import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import type { Route } from '../http/route.ts';
import { updateRecord } from '../records/update-record.ts';
import { authCollectionOf, refuseForm } from './auth-context.ts';
import { readLinkToken } from './read-link-token.ts';

/** POST /api/collections/:collection/confirm-verification {token} (wire contract, section 11.8): 204. */
export function confirmVerificationRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/confirm-verification',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      const { row, claims } = await readLinkToken(engine, request, { collection, kind: 'verification' });
      if (claims.email !== row.email) {
        throw refuseForm(
          'token',
          'validation_token_email_mismatch',
          'The record email is not matching with the token claims.',
        );
      }
      if (row.verified !== true) {
        const body = { fields: { verified: true }, files: {} };
        await updateRecord(engine, {
          collection,
          id: String(row.id),
          body,
          request: ruleRequestOf(request),
          system: true,
        });
      }
      return { status: 204 };
    },
  };
}
