import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import { readForm } from '../forms/read-form.ts';
import { ApiError, badRequest, forbidden } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { tokenAlphabet } from '../random.ts';
import { createRecord } from '../records/create-record.ts';
import { findRow } from '../records/record-store.ts';
import { ChangedMeanwhile } from '../records/update-record.ts';
import { answerAuth } from './answer-auth.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { asksSecondFactor } from './check-second-factor.ts';
import { codeStandingOf } from './code-standing.ts';
import { findByEmail, isSameAddress } from './find-account.ts';
import { deleteOtpsSentTo, type StoredOtp } from './otps.store.ts';
import { isSessionOf, proveAddress, secretOf } from './prove-address.ts';
import { takeRightCode } from './take-right-code.ts';

/** POST /api/collections/:collection/auth-with-otp {otpId, password} (wire contract, section 11.5). */
export function authWithOtpRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/auth-with-otp',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      const { otp: options } = collection.auth;
      if (!options.enabled) throw forbidden('The collection is not configured to allow OTP authentication.');
      const { otpId, password } = await readForm(request, { otpId: {}, password: { max: 71 } });
      const otp = await takeRightCode(engine, request, { collection, otpId, code: password });
      if (!otp) throw invalidCode();
      const row = await accountOf(engine, request, { collection, otp });
      return answerAuth(engine, request, { collection, row, method: 'otp' });
    },
  };
}

function invalidCode(): ApiError {
  return badRequest('Invalid or expired OTP.');
}

type Subject = { collection: AuthCollection; otp: StoredOtp };

/** The account a right code signs in to: verified by it, or made by it. */
async function accountOf(engine: Engine, request: RequestContext, { collection, otp }: Subject): Promise<Row> {
  if (otp.recordRef === '') return findOrCreateAccount(engine, request, { collection, otp });
  const row = await findRow(engine.db, collection, otp.recordRef);
  if (!row) throw invalidCode();
  return verifyAccount(engine, request, { collection, row, otp });
}

const requestOf = (request: RequestContext): RuleRequest => ({ ...ruleRequestOf(request), context: 'otp' });

/** An address that was nobody's when the code was asked for may have become somebody's since. */
async function findOrCreateAccount(
  engine: Engine,
  request: RequestContext,
  { collection, otp }: Subject,
): Promise<Row> {
  // A code proves the address that it was sent to, and finds no account by another spelling.
  const known = await findByEmail(engine, collection, otp.sentTo);
  if (known) return verifyAccount(engine, request, { collection, row: known, otp });
  if (!collection.auth.otp.createsAccount) throw invalidCode();
  const password = engine.random.text(40, tokenAlphabet);
  const fields = { email: otp.sentTo, verified: true, password, passwordConfirm: password };
  try {
    const by = requestOf(request);
    const row = await createRecord(engine, { collection, body: { fields, files: {} }, request: by, system: true });
    await deleteOtpsSentTo(engine.db, { collectionId: collection.id, sentTo: otp.sentTo });
    return row;
  } catch (error) {
    // Of two codes entered at the same moment the second finds the account of the first. Somebody else may have registered the address meanwhile.
    const row = error instanceof ApiError ? await findByEmail(engine, collection, otp.sentTo) : undefined;
    if (!row) throw error;
    return verifyAccount(engine, request, { collection, row, otp });
  }
}

type Verification = { collection: AuthCollection; row: Row; otp: StoredOtp };

// Whoever set the password before the address was shown to be theirs must not keep it (wire contract, section 11.5), unless it is half of how
// the account is signed in to.
async function verifyAccount(
  engine: Engine,
  asked: RequestContext,
  { collection, row, otp }: Verification,
): Promise<Row> {
  // What was sent to another mailbox proves nothing of this account: its address changed since, or is no more than like the one that was asked for.
  if (otp.sentTo !== '' && !isSameAddress(row.email, otp.sentTo)) throw invalidCode();
  if (row.verified === true) return row;
  const request = requestOf(asked);
  const needsPassword = await asksSecondFactor(engine, { collection, row, by: request });
  const standing = await codeStandingOf(engine, asked, { collection, recordRef: String(row.id) });
  const secret = await secretOf(asked);
  const isMaker = isSessionOf(asked.auth, { collection, row }) || standing === 'halfway';
  try {
    return await proveAddress(engine, { collection, row, request, isMaker, secret, endsPassword: !needsPassword });
  } catch (cause) {
    if (cause instanceof ChangedMeanwhile) throw invalidCode();
    throw cause;
  }
}
