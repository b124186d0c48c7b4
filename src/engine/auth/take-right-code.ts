import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import type { FieldError } from '../http/api-error.ts';
import type { RequestContext } from '../http/route.ts';
import { askedFrom, takeBackReceived } from '../limits/receiver-bounds.ts';
import { wireDate } from '../wire-date.ts';
import type { AuthCollection } from './auth-context.ts';
import { asksSecondFactor } from './check-second-factor.ts';
import { isSameAddress } from './find-account.ts';
import { verifyCode } from './hash-code.ts';
import { limitCodeTries } from './limit-code-tries.ts';
import { findOtp, type StoredOtp, takeOtp } from './otps.store.ts';

type Typed = { collection: AuthCollection; otpId: string; code: string };

/** A mailed code that was typed in right, used up by this; undefined for a wrong one, or one that is over. Tries are counted: 429 after too many. */
export async function takeRightCode(
  engine: Engine,
  request: RequestContext,
  { collection, otpId, code }: Typed,
): Promise<StoredOtp | undefined> {
  const since = wireDate(engine.clock.nowMs() - collection.auth.otp.duration * 1000);
  const otp = await findOtp(engine.db, { id: otpId, collectionId: collection.id, since });
  if (!otp) return undefined;
  const { recordRef } = otp;
  const giveBack = await limitCodeTries(engine, request, {
    collection,
    recordRef,
    target: recordRef || otp.sentTo.toLowerCase(),
    code: otp.id,
    message: 'Too many attempts, please try again later with a new OTP.',
  });
  const isRight = await verifyCode(otp.password, code);
  if (!isRight || !(await takeOtp(engine.db, otp.id))) return undefined;
  await giveBack();
  const received = { to: otp.sentTo, kind: 'code', network: askedFrom(request.ip) } as const;
  await takeBackReceived(engine.lasting, received, engine.clock.nowMs());
  return otp;
}

/**
 * Whether a code that was mailed to an account's proved address takes the place of its password; the refusal otherwise. Whoever made the account with a code
 * never chose a password. An account with two-factor sign-in has one, and a code is the other half there.
 */
export async function checkOwnCode(
  engine: Engine,
  request: RequestContext,
  { row, ...typed }: Typed & { row: Row },
): Promise<FieldError | undefined> {
  const { collection } = typed;
  const by = ruleRequestOf(request);
  const isTaken = collection.auth.otp.enabled && row.verified === true;
  if (!isTaken || (await asksSecondFactor(engine, { collection, row, by }))) {
    return { code: 'needs_password', message: 'Missing password: a code is not enough for this account.' };
  }
  const otp = await takeRightCode(engine, request, typed);
  if (otp && otp.recordRef === row.id && isSameAddress(row.email, otp.sentTo)) return undefined;
  return { code: 'invalid_code', message: 'Invalid or expired code.' };
}
