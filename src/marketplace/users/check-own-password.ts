import type { Engine } from '#engine/engine.ts';
import { refuseErrors } from '#engine/forms/read-form.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { forgetAttempts, refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { verifyPassword } from '#engine/passwords/password-hash.ts';

const limit = { max: 10, seconds: 300, message: 'Too many failed attempts, please try again in a few minutes.' };

/** Makes sure that who is signed in knows their password; the refusal is a code at `field`, 429 after ten wrong ones. */
export async function checkOwnPassword(
  engine: Engine,
  user: AuthRecord,
  { field, password }: { field: string; password: string },
): Promise<void> {
  if (password === '') refuseErrors({ [field]: { code: 'validation_required', message: 'Cannot be blank.' } });
  const key = `own-password:${user.id}`;
  await refuseTooManyAttempts(engine, { key, ...limit });
  if (!(await verifyPassword(String(user.row.password), password))) {
    refuseErrors({ [field]: { code: 'validation_invalid_password', message: 'That is not your password.' } });
  }
  await forgetAttempts(engine, key);
}
