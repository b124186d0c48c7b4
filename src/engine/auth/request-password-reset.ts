import type { Engine } from '../engine.ts';
import { readForm } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { countAttempt } from '../limits/count-attempt.ts';
import { refuseWithoutMail } from '../mail/refuse-without-mail.ts';
import { renderMail } from '../mail/render-template.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { findByEmail } from './find-account.ts';
import { signToken } from './tokens.ts';

/** POST /api/collections/:collection/request-password-reset {email} (wire contract, section 11.9): 204 whoever has the address. */
export function requestPasswordResetRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/request-password-reset',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      if (!collection.auth.passwordAuth.enabled) {
        throw badRequest('The collection is not configured to allow password authentication.');
      }
      const { email } = await readForm(request, { email: { email: true } });
      refuseWithoutMail(engine);
      const row = await findByEmail(engine, collection, email);
      if (!row) return { status: 204 };
      const key = passwordResetKey(collection, String(row.id));
      if (!(await countAttempt(engine, { key, max: 1, seconds: 120 }))) return { status: 204 };
      const token = signToken(engine, { kind: 'passwordReset', collection, row, claims: { email: row.email } });
      const template = collection.auth.resetPasswordTemplate;
      await engine.mail.queue(engine.db, renderMail(engine, { template, collection, row, values: { TOKEN: token } }));
      return { status: 204 };
    },
  };
}

/** Under which key the mails of an account are counted: one in two minutes. */
export function passwordResetKey(collection: AuthCollection, recordId: string): string {
  return `reset:${collection.id}:${recordId}`;
}
