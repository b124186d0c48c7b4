import type { Engine } from '../engine.ts';
import { readForm, refuseErrors } from '../forms/read-form.ts';
import { badRequest, forbidden } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { budgetOf, budgets, overBudget } from '../limits/budgets.ts';
import { refuseTooManyAttempts } from '../limits/count-attempt.ts';
import { refuseWithoutMail } from '../mail/refuse-without-mail.ts';
import { renderMail } from '../mail/render-template.ts';
import { requireOwnAuth } from './auth-context.ts';
import { findByEmail } from './find-account.ts';
import { signToken } from './tokens.ts';

/** POST /api/collections/:collection/request-email-change {newEmail} (wire contract, section 11.10): mails the new address; 204. */
export function requestEmailChangeRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/request-email-change',
    async handle(request) {
      const { collection, auth } = requireOwnAuth(engine, request);
      const { row } = auth;
      if (collection.name === '_superusers') throw badRequest('All superusers can change their emails directly.');
      // Codes are mailed to the address: who may choose it needs no second factor of the owner's.
      if (auth.isLimited) throw forbidden(auth.limitedBecause);
      const { newEmail } = await readForm(request, { newEmail: { email: true } });
      refuseWithoutMail(engine);
      if (newEmail === row.email) {
        refuseErrors({ newEmail: { code: 'validation_not_in_invalid', message: 'Must not be in list.' } });
      }
      const owner = await findByEmail(engine, collection, newEmail);
      if (owner && owner.id !== row.id) {
        refuseErrors({ newEmail: { code: 'validation_invalid_new_email', message: 'Invalid new email address.' } });
      }
      // Each is a mail to somebody who may know nothing of the account.
      await refuseTooManyAttempts(engine, {
        key: `address-changes:${collection.id}:${auth.id}`,
        max: budgetOf(engine.settings.current(), 'addressChangesPerDay'),
        seconds: 86_400,
        message: budgets.addressChangesPerDay.message,
      });
      // A stranger must not use up what the address is sent for others.
      await refuseTooManyAttempts(engine, {
        key: `address-changes:${collection.id}:${auth.id}:${newEmail.toLowerCase()}`,
        max: 2,
        seconds: 86_400,
        message: budgets.receiverChangesPerDay.message,
      });
      const claims = { email: row.email, newEmail };
      const token = signToken(engine, { kind: 'emailChange', collection, row, claims });
      const template = collection.auth.confirmEmailChangeTemplate;
      const mail = renderMail(engine, { template, collection, row, values: { TOKEN: token }, kind: 'change' });
      if (!(await engine.mail.queue(engine.db, { ...mail, to: { address: newEmail } })))
        throw overBudget('receiverChangesPerDay');
      return { status: 204 };
    },
  };
}
