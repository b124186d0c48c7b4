import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { forbidden } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { renderMail } from '../mail/render-template.ts';
import { newId } from '../random.ts';
import { quoteName } from '../records/record-store.ts';
import { wireDate } from '../wire-date.ts';
import { type AuthCollection, authCollectionOf, readForm } from './auth-context.ts';
import { hashCode } from './hash-code.ts';
import { findLiveOtps, insertOtp } from './otps.store.ts';
import type { RecentCodes } from './recent-codes.ts';

const maxLiveCodes = 9;

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
      const row = await findByEmail(engine, collection, email);
      const code = engine.random.text(otp.length, '0123456789');
      const password = await hashCode(code);
      const otpId = newId(engine.random);
      if (!row && !otp.createsAccount) return { status: 200, body: { otpId } };
      const nowMs = engine.clock.nowMs();
      const recordId = row ? String(row.id) : '';
      const since = wireDate(nowMs - otp.duration * 1000);
      const live = await findLiveOtps(engine.db, { collectionId: collection.id, recordId, sentTo: email, since });
      if (live.length > maxLiveCodes && live[0]) return { status: 200, body: { otpId: live[0].id } };
      const sentTo = row ? String(row.email) : email;
      await engine.db.transaction(async (tx) => {
        const stored = { id: otpId, collectionId: collection.id, recordRef: recordId, password, sentTo };
        await insertOtp(tx, { ...stored, now: wireDate(nowMs) });
        const values = { OTP: code, OTP_ID: otpId };
        const subject = row ?? { email: sentTo };
        await engine.mail.queue(
          tx,
          renderMail(engine, { template: otp.emailTemplate, collection, row: subject, values }),
        );
      });
      codes.remember(sentTo, code);
      return { status: 200, body: { otpId } };
    },
  };
}

/** The account with that address, in any case, or undefined. */
export async function findByEmail(engine: Engine, collection: AuthCollection, email: string): Promise<Row | undefined> {
  const condition = collection.managed ? 'lower(email) = lower($1)' : 'email = $1';
  const rows = await engine.db.query(`select * from ${quoteName(collection.name)} where ${condition} limit 1`, [email]);
  return rows[0];
}
