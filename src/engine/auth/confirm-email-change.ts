import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import type { Route } from '../http/route.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { updateRecord } from '../records/update-record.ts';
import { authCollectionOf, refuseForm } from './auth-context.ts';
import { readLinkToken } from './read-link-token.ts';
import { findByEmail } from './request-otp.ts';

/** POST /api/collections/:collection/confirm-email-change {token, password} (wire contract, section 11.10): 204. */
export function confirmEmailChangeRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/confirm-email-change',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      const { row, claims } = await readLinkToken(engine, request, { collection, kind: 'emailChange' });
      const { newEmail } = claims;
      if (typeof newEmail !== 'string' || claims.email !== row.email) {
        throw refuseForm('token', 'validation_invalid_token_payload', 'Invalid token payload.');
      }
      if (await findByEmail(engine, collection, newEmail)) {
        throw refuseForm('token', 'validation_invalid_token_email', 'The new email address is already registered.');
      }
      const { password } = (await request.body()).fields;
      if (typeof password !== 'string' || password === '') {
        throw refuseForm('password', 'validation_required', 'Cannot be blank.');
      }
      if (!(await verifyPassword(String(row.password), password))) {
        throw refuseForm('password', 'validation_invalid_password', 'Missing or invalid auth record password.');
      }
      const body = { fields: { email: newEmail, verified: true }, files: {} };
      await updateRecord(engine, {
        collection,
        id: String(row.id),
        body,
        request: ruleRequestOf(request),
        system: true,
      });
      return { status: 204 };
    },
  };
}
