import type { Engine } from '#engine/engine.ts';
import type { FieldError } from '#engine/http/api-error.ts';
import { canMail } from '#engine/mail/refuse-without-mail.ts';

/** Why nobody can turn two factors on for an account of their own, since they could not pass them; undefined where nothing keeps them from it. */
export function secondFactorHindrance(
  engine: Pick<Engine, 'isDevelopment' | 'mail'>,
  isVerified: boolean,
): FieldError | undefined {
  if (!canMail(engine)) {
    const message = 'No mail leaves this server yet, so no code would reach you. Ask whoever runs this site.';
    return { code: 'no_mail_server', message };
  }
  if (isVerified) return undefined;
  return { code: 'email_not_verified', message: 'Verify your email address first: the codes are sent there.' };
}
