import type { AuthCollection } from '#engine/auth/auth-context.ts';
import { checkOwnCode } from '#engine/auth/take-right-code.ts';
import type { Engine } from '#engine/engine.ts';
import { readTexts, refuseErrors } from '#engine/forms/read-form.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { RequestContext } from '#engine/http/route.ts';
import { limitPasswordTries } from '#engine/passwords/limit-password-tries.ts';
import { verifyPassword } from '#engine/passwords/password-hash.ts';

type Given = { user: AuthRecord; field: string; password: string };

/** Makes sure that who is signed in knows their password; the refusal is a code at `field`, 429 after as many wrong ones as signing in takes. */
export async function checkOwnPassword(
  engine: Engine,
  request: RequestContext,
  { user, field, password }: Given,
): Promise<void> {
  if (password === '') refuseErrors({ [field]: { code: 'validation_required', message: 'Cannot be blank.' } });
  const giveBack = await limitPasswordTries(engine, request, { collection: { id: user.collectionId }, row: user.row });
  if (!(await verifyPassword(String(user.row.password), password))) {
    refuseErrors({ [field]: { code: 'validation_invalid_password', message: 'That is not your password.' } });
  }
  await giveBack();
}

/**
 * Makes sure of the same by `password`, or by `otpId` and `code` of a code that was mailed to the account's address: whoever signs in with codes has no
 * password. The refusal is at `password` or at `code`.
 */
export async function checkOwnPasswordOrCode(
  engine: Engine,
  request: RequestContext,
  { user, collection }: { user: AuthRecord; collection: AuthCollection },
): Promise<void> {
  const { password, otpId, code } = await readTexts(request, ['password', 'otpId', 'code']);
  if (otpId === '') return checkOwnPassword(engine, request, { user, field: 'password', password });
  refuseErrors({ code: await checkOwnCode(engine, request, { collection, row: user.row, otpId, code }) });
}
