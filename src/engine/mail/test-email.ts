import type { AuthOptions, Collection, EmailTemplate } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { isEmail } from '../fields/is-address.ts';
import { ApiError, badRequest, type ErrorData } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import type { RunningMailQueue } from './mail-queue.ts';
import { renderMail } from './render-template.ts';

const templates: Record<string, (auth: AuthOptions) => EmailTemplate> = {
  verification: (auth) => auth.verificationTemplate,
  'password-reset': (auth) => auth.resetPasswordTemplate,
  'email-change': (auth) => auth.confirmEmailChangeTemplate,
  otp: (auth) => auth.otp.emailTemplate,
  'login-alert': (auth) => auth.authAlert.emailTemplate,
};
const blank = { code: 'validation_required', message: 'Cannot be blank.' };

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
      const { email, template, collection } = readSample(engine, (await request.body()).fields);
      const values = { TOKEN: 'sample', OTP: '123456', OTP_ID: 'sample', ALERT_INFO: 'A sample.' };
      const row = { id: 'sample', email, name: '' };
      const mail = renderMail(engine, { template, collection, row, values });
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

function readSample(engine: Engine, fields: Record<string, unknown>): Sample {
  const [email, name] = [textOf(fields.email), textOf(fields.template)];
  const collection = engine.collections.find(textOf(fields.collection) || '_superusers');
  const template = collection?.auth ? templates[name]?.(collection.auth) : undefined;
  const errors: ErrorData = {};
  if (email === '') errors.email = blank;
  else if (!isEmail(email)) errors.email = { code: 'validation_is_email', message: 'Must be a valid email address.' };
  if (name === '') errors.template = blank;
  else if (!templates[name]) errors.template = { code: 'validation_in_invalid', message: 'Must be a valid value.' };
  if (!collection?.auth) {
    const message = 'Must be a valid auth collection id or name.';
    errors.collection = { code: 'validation_invalid_auth_collection', message };
  }
  if (!collection || !template || Object.keys(errors).length > 0)
    throw badRequest('Failed to send the test email.', errors);
  return { email, template, collection };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
