import type { Engine } from '../engine.ts';
import { readForm } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { refuseWithoutMail } from '../mail/refuse-without-mail.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { mailLink } from './mail-link.ts';

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
      const template = collection.auth.resetPasswordTemplate;
      const key = passwordResetKey(collection, email);
      await mailLink(engine, request, { collection, email, kind: 'passwordReset', template, key });
      return { status: 204 };
    },
  };
}

/** Under which key the mails to an address are counted. */
export function passwordResetKey(collection: AuthCollection, email: string): string {
  return `reset:${collection.id}:${email.toLowerCase()}`;
}
