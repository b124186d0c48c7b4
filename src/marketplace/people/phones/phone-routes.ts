import { hashCode, verifyCode } from '#engine/auth/hash-code.ts';
import type { Engine } from '#engine/engine.ts';
import { readTexts } from '#engine/forms/read-form.ts';
import { ApiError, badRequest } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { countedNetworks } from '#engine/http/client-ip.ts';
import type { Route } from '#engine/http/route.ts';
import { budgetOf, budgets, overBudget } from '#engine/limits/budgets.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { countForReceivers, takeBackReceived } from '#engine/limits/receiver-bounds.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { DeliveryWays } from '../../talk/notifications/delivery-ways.ts';
import { mobileNumber } from '../../talk/notifications/mobile-number.ts';
import { requireFreshSignIn } from '../second-factors/require-fresh-sign-in.ts';
import { requireUserAccount } from '../users/require-user.ts';
import { keepCode, markForMoney, markProved, tryCode } from './phones.store.ts';

const codeMs = 10 * 60_000;
const maxTries = 5;
const message = 'Too many codes were asked for today. Try again tomorrow.';
/** Codes of one account, of one account to one number, and from one network, in a day. Those to one number are counted for all accounts, too. */
const ofAccount = { max: 5, seconds: 86_400, message };
const ofPair = { max: 2, seconds: 86_400, message: 'This number had two codes from you today. Try again tomorrow.' };
const ofNetwork = { max: 20, seconds: 86_400, message };

/** Showing that a telephone number is one's own: by a code that is sent to it; and that money may go to it, where no code can be sent. */
export function phoneRoutes(engine: Engine, ways: DeliveryWays): Route[] {
  return [sendCodeRoute(engine, ways), confirmCodeRoute(engine), moneyRoute(engine)];
}

const refuse = (field: string, code: string, words: string) =>
  badRequest('Invalid request.', { [field]: { code, message: words } });

function numberOf({ row }: AuthRecord): string {
  const number = mobileNumber(String(row.phone ?? ''));
  if (!number) throw refuse('phone', 'no_mobile_number', 'Enter a Singapore mobile number in your profile first.');
  return number;
}

/**
 * `POST /api/marketplace/phone/code`: sends six digits to the number of the signed-in account; 204. 400 at `phone`: `no_sms` where the server sends no text messages, `no_mobile_number`,
 * `email_not_verified`. 429 after five a day of an account, two of them to one number, twenty from a network, and what a number and the installation get in a day.
 */
function sendCodeRoute(engine: Engine, { sms }: DeliveryWays): Route<never> {
  return {
    method: 'POST',
    path: '/api/marketplace/phone/code',
    async handle(request) {
      const { user } = requireUserAccount(engine, request.auth);
      const number = numberOf(user);
      if (!sms) throw refuse('phone', 'no_sms', 'This server sends no text messages.');
      if (user.row.verified !== true)
        throw refuse('phone', 'email_not_verified', 'Confirm your email address first: each text message costs money.');
      await countCode(engine, { user: user.id, number, ip: request.ip });
      const code = engine.random.text(6, '0123456789');
      const text = `Kerbside: ${code} confirms that this number is yours. It is good for 10 minutes. If you did not ask for it, ignore it.`;
      const outcome = await sms.send({ to: number, text });
      if (!outcome.ok) throw refuse('phone', 'not_sent', 'The message could not be sent to this number.');
      // A code that nobody was sent could only be guessed.
      await keepCode(engine.db, { user: user.id, number, hash: await hashCode(code), nowMs: engine.clock.nowMs() });
      return { status: 204 };
    },
  };
}

/** Counts a code for everybody whom it counts for; 429 where one of them had enough. What strangers use up comes last, what is all accounts' at the very end. */
async function countCode(
  engine: Engine,
  { user, number, ip }: { user: string; number: string; ip: string },
): Promise<void> {
  await refuseTooManyAttempts(engine, { key: `phone-codes:${user}`, ...ofAccount });
  await refuseTooManyAttempts(engine, { key: `phone-codes:${user}:${number}`, ...ofPair });
  for (const { network, times } of countedNetworks(ip)) {
    await refuseTooManyAttempts(engine, {
      ...ofNetwork,
      key: `phone-codes-from:${network}`,
      max: ofNetwork.max * times,
    });
  }
  const settings = engine.settings.current();
  const counted = { settings, nowMs: engine.clock.nowMs() };
  const [count] = await countForReceivers(engine.db, [{ to: number, kind: 'text' }], counted);
  if (count?.isWithheld) {
    engine.noteWithheld('text');
    throw overBudget('receiverTextsPerDay');
  }
  await refuseTooManyAttempts(engine, {
    key: 'phone-codes-of-all',
    max: budgetOf(settings, 'textedCodesPerDay'),
    seconds: 86_400,
    message: budgets.textedCodesPerDay.message,
  });
}

/**
 * `POST /api/marketplace/phone/confirm {code}`: the digits came back: `phoneProved` of the account is set; 204. 400 `invalid_code` at `code` for wrong or old ones, for a sixth try, and when
 * the number was changed since.
 */
function confirmCodeRoute(engine: Engine): Route<never> {
  return {
    method: 'POST',
    path: '/api/marketplace/phone/confirm',
    async handle(request) {
      const { user, collection } = requireUserAccount(engine, request.auth);
      const number = numberOf(user);
      const { code } = await readTexts(request, ['code']);
      const nowMs = engine.clock.nowMs();
      const hash = await tryCode(engine.db, { user: user.id, number, sinceMs: nowMs - codeMs, maxTries });
      const isRight = hash !== undefined && code.length <= 20 && (await verifyCode(hash, code.trim()));
      const phone = String(user.row.phone);
      const row = isRight
        ? await engine.db.transaction((tx) => markProved(tx, { user: user.id, phone, nowMs }))
        : undefined;
      if (!row) throw refuse('code', 'invalid_code', 'This is not the code, or it is too old.');
      await takeBackReceived(engine.lasting, { to: number, kind: 'text' }, nowMs);
      engine.realtime.publish({ collection, row, action: 'update' });
      return { status: 204 };
    },
  };
}

/**
 * `POST /api/marketplace/phone/money {phone}`: the owner of the account says that money which a person sends goes to its number, typed or shown as it is; 204. It holds for this number alone, and the
 * audit trail says so. 400 `not_your_number` at `phone` when the account has another, `needs_recent_sign_in` there when the last sign-in is over ten minutes ago.
 */
function moneyRoute(engine: Engine): Route<never> {
  return {
    method: 'POST',
    path: '/api/marketplace/phone/money',
    async handle(request) {
      const { user } = requireUserAccount(engine, request.auth);
      const { phone } = await readTexts(request, ['phone']);
      const isOwner = user.actor === '';
      if (!isOwner) throw new ApiError(403, 'Only the owner of the account can say this.', {});
      await requireFreshSignIn(engine, user, { field: 'phone', message: 'The number was not confirmed.' });
      const row =
        phone === ''
          ? undefined
          : await engine.db.transaction(async (tx) => {
              const marked = await markForMoney(tx, { user: user.id, phone });
              const entry = { auth: user, nowMs: engine.clock.nowMs(), collection: 'users', record: user.id };
              const recordName = String(user.row.name || user.row.email);
              if (marked) await writeAudit(tx, { ...entry, action: 'money_phone', recordName });
              return marked;
            });
      if (!row) throw refuse('phone', 'not_your_number', 'Your account has another number.');
      return { status: 204 };
    },
  };
}
