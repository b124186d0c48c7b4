import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { badRequest, forbidden } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { tokenAlphabet } from '../random.ts';
import { createRecord } from '../records/create-record.ts';
import { findRow } from '../records/record-store.ts';
import { updateRecord } from '../records/update-record.ts';
import { wireDate } from '../wire-date.ts';
import { answerAuth, tooManyTries } from './answer-auth.ts';
import { type AuthCollection, authCollectionOf, readForm } from './auth-context.ts';
import { countAttempt } from './count-attempt.ts';
import { verifyCode } from './hash-code.ts';
import { findOtp, type StoredOtp, takeOtp } from './otps.store.ts';
import { findByEmail } from './request-otp.ts';

/** POST /api/collections/:collection/auth-with-otp {otpId, password} (wire contract, section 11.5). */
export function authWithOtpRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/auth-with-otp',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      if (!collection.auth.otp.enabled) {
        throw forbidden('The collection is not configured to allow OTP authentication.');
      }
      const { otpId, password } = await readForm(request, { otpId: {}, password: { max: 71 } });
      const since = wireDate(engine.clock.nowMs() - collection.auth.otp.duration * 1000);
      const otp = await findOtp(engine.db, { id: otpId, collectionId: collection.id, since });
      if (!otp) throw badRequest('Invalid or expired OTP.');
      const key = `otp:${collection.id}:${otp.recordRef || otp.sentTo.toLowerCase()}:${request.ip}`;
      if (!(await countAttempt(engine, { key, max: 5, seconds: 180 }))) {
        throw tooManyTries('Too many attempts, please try again later with a new OTP.');
      }
      const isRight = await verifyCode(otp.password, password);
      if (!isRight || !(await takeOtp(engine.db, otp.id))) throw badRequest('Invalid or expired OTP.');
      const row = await accountOf(engine, request, { collection, otp });
      return answerAuth(engine, request, { collection, row, method: 'otp' });
    },
  };
}

type Subject = { collection: AuthCollection; otp: StoredOtp };

async function accountOf(engine: Engine, request: RequestContext, { collection, otp }: Subject): Promise<Row> {
  const row =
    otp.recordRef === ''
      ? await findByEmail(engine, collection, otp.sentTo)
      : await findRow(engine.db, collection, otp.recordRef);
  if (!row && otp.recordRef !== '') throw badRequest('Invalid or expired OTP.');
  if (!row) return createAccount(engine, request, { collection, otp });
  if (row.verified === true || row.email !== otp.sentTo) return row;
  return verifyAccount(engine, request, { collection, row });
}

async function createAccount(engine: Engine, request: RequestContext, { collection, otp }: Subject): Promise<Row> {
  const password = engine.random.text(40, tokenAlphabet);
  const fields = { email: otp.sentTo, verified: true, password, passwordConfirm: password };
  const ruleRequest = { ...ruleRequestOf(request), context: 'otp' as const };
  return createRecord(engine, { collection, body: { fields, files: {} }, request: ruleRequest, system: true });
}

// Whoever set the password before the address was shown to be theirs must not keep it (wire contract, section 11.5).
async function verifyAccount(
  engine: Engine,
  request: RequestContext,
  { collection, row }: { collection: AuthCollection; row: Row },
): Promise<Row> {
  const password = collection.auth.mfa.enabled ? {} : { password: engine.random.text(40, tokenAlphabet) };
  const fields = { verified: true, ...password };
  const ruleRequest = { ...ruleRequestOf(request), context: 'otp' as const };
  const id = String(row.id);
  return updateRecord(engine, { collection, id, body: { fields, files: {} }, request: ruleRequest, system: true });
}
