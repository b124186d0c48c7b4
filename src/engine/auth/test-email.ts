import type { AuthOptions, Collection, EmailTemplate } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { fieldError, required } from '../fields/field-errors.ts';
import { checkText, onlyErrors, readTexts } from '../forms/read-form.ts';
import { ApiError, badRequest } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { RequestContext, Route } from '../http/route.ts';
import type { RunningMailQueue } from '../mail/mail-queue.ts';
import { renderMail } from '../mail/render-template.ts';

const templates = new Map<string, (auth: AuthOptions) => EmailTemplate>([
  ['verification', (auth) => auth.verificationTemplate],
  ['password-reset', (auth) => auth.resetPasswordTemplate],
  ['email-change', (auth) => auth.confirmEmailChangeTemplate],
  ['otp', (auth) => auth.otp.emailTemplate],
  ['login-alert', (auth) => auth.authAlert.emailTemplate],
]);
const notInList = fieldError('validation_in_invalid', 'Must be a valid value.');
const notOfAccounts = fieldError('validation_invalid_auth_collection', 'Must be a valid auth collection id or name.');

/**
 * POST /api/settings/test/email {email, template, collection?} (wire contract, section 20): sends a sample of a mail at once; 400 with the
 * mail server's words when it could not.
 */
export function testEmailRoute(engine: Engine & { mail: RunningMailQueue }): Route {
  return {
    method: 'POST',
    path: '/api/settings/test/email',
    async handle(request) {
      requireSuperuser(request);
      const { email, template, collection } = await readSample(engine, request);
      const values = { TOKEN: 'sample', OTP: '123456', OTP_ID: 'sample', ALERT_INFO: 'A sample.' };
      const row = { id: 'sample', email, name: '' };
      // In development mails are read in the mailbox; elsewhere one that is kept is one that nobody gets.
      if (!engine.isDevelopment && !engine.mail.leaves()) {
        throw badRequest(
          'Failed to send the test email. Raw error: \nNo mail server is set: SMTP_URL, or smtp in the settings.',
        );
      }
      const mail = renderMail(engine, { template, collection, row, values, kind: 'own' });
      try {
        await engine.mail.sendNow(mail);
      } catch (cause) {
        const words = cause instanceof Error ? cause.message : String(cause);
        throw new ApiError(400, `Failed to send the test email. Raw error: \n${words}`, {}, { cause });
      }
      return { status: 204 };
    },
  };
}

type Sample = { email: string; template: EmailTemplate; collection: Collection };

async function readSample(engine: Engine, request: RequestContext): Promise<Sample> {
  const form = await readTexts(request, ['email', 'template', 'collection']);
  const collection = engine.collections.find(form.collection || '_superusers');
  const template = collection?.auth ? templates.get(form.template)?.(collection.auth) : undefined;
  const errors = onlyErrors({
    email: checkText(form.email, { email: true }),
    template: form.template === '' ? required : templates.has(form.template) ? undefined : notInList,
    collection: collection?.auth ? undefined : notOfAccounts,
  });
  if (!collection || !template || Object.keys(errors).length > 0) {
    throw badRequest('Failed to send the test email.', errors);
  }
  return { email: form.email, template, collection };
}
