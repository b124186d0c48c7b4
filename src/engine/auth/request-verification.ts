import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { readForm } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { refuseWithoutMail } from '../mail/refuse-without-mail.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { mailLink } from './mail-link.ts';

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
      const template = collection.auth.verificationTemplate;
      const key = verificationKey(collection, email);
      const isFor = ({ verified }: Row) => verified !== true;
      await mailLink(engine, request, { collection, email, kind: 'verification', template, key, isFor });
      return { status: 204 };
    },
  };
}

/** Under which key the mails to an address are counted. */
export function verificationKey(collection: AuthCollection, email: string): string {
  return `verification:${collection.id}:${email.toLowerCase()}`;
}
