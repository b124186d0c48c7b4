import type { Engine } from '../engine.ts';
import { readForm } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { countAttempt } from '../limits/count-attempt.ts';
import { refuseWithoutMail } from '../mail/refuse-without-mail.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { findByEmail } from './find-account.ts';
import { queueVerification } from './queue-verification.ts';

/** POST /api/collections/:collection/request-verification {email} (wire contract, section 11.8): 204 whoever has the address. */
export function requestVerificationRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/request-verification',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      if (collection.name === '_superusers') throw badRequest('All superusers are verified by default.');
      const { email } = await readForm(request, { email: { email: true } });
      refuseWithoutMail(engine);
      const row = await findByEmail(engine, collection, email);
      if (!row || row.verified === true) return { status: 204 };
      const key = verificationKey(collection, String(row.id));
      if (!(await countAttempt(engine, { key, max: 1, seconds: 120 }))) return { status: 204 };
      await queueVerification(engine, engine.db, { collection, row });
      return { status: 204 };
    },
  };
}

/** Under which key the mails of an account are counted: one in two minutes. */
export function verificationKey(collection: AuthCollection, recordId: string): string {
  return `verification:${collection.id}:${recordId}`;
}
