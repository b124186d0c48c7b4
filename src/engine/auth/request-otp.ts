import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { readForm } from '../forms/read-form.ts';
import { forbidden } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { refuseTooManyAttempts } from '../limits/count-attempt.ts';
import { type Asker, askedFrom } from '../limits/receiver-bounds.ts';
import { refuseWithoutMail } from '../mail/refuse-without-mail.ts';
import { renderMail } from '../mail/render-template.ts';
import { newId } from '../random.ts';
import { wireDate } from '../wire-date.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { codeStandingOf } from './code-standing.ts';
import { findByEmail } from './find-account.ts';
import { hashCode } from './hash-code.ts';
import { findLiveOtps, insertOtp } from './otps.store.ts';
import type { RecentCodes } from './recent-codes.ts';

/** Of one account, asked for from one place. */
const maxLiveCodes = 5;
/** Where anybody's address is mailed, one sender must not have the whole world mailed. */
const maxCodesPerAddress = { max: 100, seconds: 600 };
/** For one account from all places it was never signed in from, again from all it was, and again from whoever knew its password just now. */
const maxCodesOfAccount = { max: 60, seconds: 86_400 };

/**
 * POST /api/collections/:collection/request-otp {email} (wire contract, section 11.4): mails a code and answers its id. The answer is the
 * same for known and unknown addresses. Where a code makes accounts, an unknown address gets a real one.
 */
export function requestOtpRoute(engine: Engine, codes: RecentCodes): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/request-otp',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      const { otp } = collection.auth;
      if (!otp.enabled) throw forbidden('The collection is not configured to allow OTP authentication.');
      const { email } = await readForm(request, { email: { email: true } });
      refuseWithoutMail(engine);
      if (otp.createsAccount) {
        const message = 'Too many codes were asked for, please try again in a few minutes.';
        await refuseTooManyAttempts(engine, {
          key: `codes:${collection.id}:${request.ip}`,
          ...maxCodesPerAddress,
          message,
        });
      }
      const row = await findByEmail(engine, collection, email);
      const asker = await limitCodes(engine, request, { collection, row, email });
      // Made and hashed for everybody, so that the time taken says nothing about who has an account.
      const code = engine.random.text(otp.length, '0123456789');
      const password = await hashCode(code);
      const otpId = await sendCode(engine, {
        collection,
        row,
        email,
        code,
        password,
        codes,
        asker,
        place: `${asker} ${request.ip}`,
        network: askedFrom(request.ip),
      });
      return { status: 200, body: { otpId } };
    },
  };
}

type Wish = { collection: AuthCollection; row: Row | undefined; email: string };

// Counted for every address, so that being refused says nothing about who has an account.
async function limitCodes(engine: Engine, request: RequestContext, { collection, row, email }: Wish): Promise<Asker> {
  // Looked for under an id of nobody's, too.
  const recordRef = row ? String(row.id) : newId(engine.random);
  const standing = await codeStandingOf(engine, request, { collection, recordRef });
  const key = `codes-for:${collection.id}:${email.toLowerCase()}:${standing}`;
  const message = 'Too many codes were asked for. Sign in with your password, or ask for a link to set a new one.';
  await refuseTooManyAttempts(engine, { key, ...maxCodesOfAccount, message });
  return standing;
}

type NewCode = {
  collection: AuthCollection;
  row: Row | undefined;
  email: string;
  code: string;
  password: string;
  codes: RecentCodes;
  asker: Asker;
  /** Whose live codes it counts among: those of one standing at one address. */
  place: string;
  network: string | undefined;
};

/** Stores and mails a code, unless its place has too many that were mailed and could still be used: then the newest of them must do. */
async function sendCode(
  engine: Engine,
  { collection, row, email, code, password, codes, asker, place, network }: NewCode,
): Promise<string> {
  const { otp } = collection.auth;
  const nowMs = engine.clock.nowMs();
  const recordRef = row ? String(row.id) : '';
  const sentTo = row ? String(row.email) : email;
  const since = wireDate(nowMs - otp.duration * 1000);
  const live = await findLiveOtps(engine.db, {
    collectionId: collection.id,
    recordId: recordRef,
    sentTo,
    place,
    since,
  });
  if (live.length >= maxLiveCodes && live[0]) return live[0].id;
  const id = newId(engine.random);
  const subject = row ?? { email: sentTo };
  const values = { OTP: code, OTP_ID: id };
  const mail = {
    ...renderMail(engine, { template: otp.emailTemplate, collection, row: subject, values, kind: 'code' }),
    asker,
    network,
    // Kept and sent to nobody where it would make no account, by the same work.
    ...(row || otp.createsAccount ? {} : { isForNobody: true }),
  };
  await engine.db.transaction(async (tx) => {
    const isMailed = await engine.mail.queue(tx, mail);
    // What nobody was sent is stored all the same, by the same work, but is of no place: it must not keep the next code back.
    const otp = { id, collectionId: collection.id, recordRef, password, sentTo, now: wireDate(nowMs) };
    await insertOtp(tx, { ...otp, place: isMailed ? place : '' });
  });
  codes.remember(sentTo, { code, untilMs: nowMs + otp.duration * 1000 });
  return id;
}
