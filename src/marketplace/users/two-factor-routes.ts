import { answerChallenge } from '#engine/auth/answer-challenge.ts';
import type { AuthCollection } from '#engine/auth/auth-context.ts';
import { isAuthCollection } from '#engine/auth/auth-context.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ruleRequestOf } from '#engine/filters/rule-request.ts';
import { readForm, readTexts, refuseErrors } from '#engine/forms/read-form.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { forgetAttempts, refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import type { ChallengeAnswer, SignInAnswer, TwoFactorAnswer, TwoFactorChangeAnswer } from '#wire/account.ts';
import { announceAccountChange } from '../notifications/announce-account-change.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts';
import { countRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.store.ts';
import { requireUserAccount } from './require-user.ts';
import { secondFactorHindrance } from './second-factor-hindrance.ts';

/** Signing in with two factors: seeing and setting it, and the way in when no mailed code can be had. */
export function twoFactorRoutes(engine: Engine): Route[] {
  return [showTwoFactorRoute(engine), setTwoFactorRoute(engine), recoverSignInRoute(engine)];
}

function showTwoFactorRoute(engine: Engine): Route<TwoFactorAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/two-factor',
    async handle({ auth }) {
      const { user } = requireUserAccount(engine, auth);
      const recoveryCodesLeft = await countRecoveryCodes(engine.db, user.id);
      const headers = { 'Cache-Control': 'private, no-store' };
      const body: TwoFactorAnswer = { isOn: user.row.twoFactor === true, recoveryCodesLeft };
      return { status: 200, headers, body };
    },
  };
}

/**
 * `POST /api/marketplace/two-factor {isOn, password}` answers `{isOn, recoveryCodes}`: ten new codes, shown this once, when it is on; asking
 * again makes new ones, and its owner is told. Staff who signed in by one factor get none: with them a password would be both. 400 `email_not_verified` at `isOn` while nobody has shown that the mailbox for the codes is theirs,
 * `no_mail_server` where no mail leaves the server: nobody could pass what is turned on then.
 */
function setTwoFactorRoute(engine: Engine): Route<TwoFactorChangeAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/two-factor',
    async handle(request) {
      const { user, collection } = requireUserAccount(engine, request.auth);
      const isOn = await readSwitch(request);
      const { password } = await readTexts(request, ['password']);
      await checkOwnPassword(engine, request, { user, field: 'password', password });
      const hindrance =
        isOn && user.row.twoFactor !== true ? secondFactorHindrance(engine, user.row.verified === true) : undefined;
      if (hindrance) refuseErrors({ isOn: hindrance });
      const recoveryCodes = isOn && !user.isLimited ? newRecoveryCodes(engine.random) : [];
      if (recoveryCodes.length > 0) await keepCodes(engine, user, recoveryCodes);
      const body = { fields: { twoFactor: isOn }, files: {} };
      await updateRecord(engine, { collection, id: user.id, body, request: ruleRequestOf(request), system: true });
      const answer: TwoFactorChangeAnswer = { isOn, recoveryCodes };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body: answer };
    },
  };
}

/** Puts new codes in the place of those before; of a factor that was on already nothing else tells the owner. When it is turned off, they go with it. */
async function keepCodes(engine: Engine, { id: user, row }: AuthRecord, codes: readonly string[]): Promise<void> {
  const hashes = codes.map((code) => hashRecoveryCode(user, code));
  const nowMs = engine.clock.nowMs();
  await engine.db.transaction(async (tx) => {
    await replaceRecoveryCodes(tx, { user, hashes, nowMs });
    if (row.twoFactor !== true) return;
    await announceAccountChange(engine, tx, { user, change: 'recovery_codes', cause: String(nowMs) });
  });
}

async function readSwitch(request: RequestContext): Promise<boolean> {
  const { isOn } = (await request.body()).fields;
  if (typeof isOn !== 'boolean') {
    refuseErrors({ isOn: { code: 'validation_invalid_value', message: 'Must be true or false.' } });
  }
  return isOn === true;
}

const tries = { max: 10, seconds: 900, message: 'Too many failed attempts, please try again in a few minutes.' };

/**
 * `POST /api/marketplace/recover-sign-in {mfaId, code}`: finishes a password login with a recovery code in the place of a mailed one;
 * `{token, record}`. The code is used up. Ten wrong ones in a quarter of an hour are 429 for that account.
 */
function recoverSignInRoute(engine: Engine): Route<SignInAnswer | ChallengeAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/recover-sign-in',
    async handle(request) {
      const { mfaId, code } = await readForm(request, { mfaId: {}, code: {} });
      const collection = usersOf(engine);
      return answerChallenge(engine, request, {
        collection,
        mfaId,
        async prove({ id }) {
          const user = String(id);
          const key = `recovery:${user}`;
          await refuseTooManyAttempts(engine, { key, ...tries });
          const isTaken = await engine.db.transaction((tx) =>
            useUp(engine, tx, { user, hash: hashRecoveryCode(user, code) }),
          );
          if (!isTaken) {
            const message = 'That is none of your recovery codes, or it was used already.';
            refuseErrors({ code: { code: 'invalid_recovery_code', message } });
          }
          await forgetAttempts(engine, key);
        },
      });
    },
  };
}

/** Uses a code up and tells the account's owner; false when there is no such code. */
async function useUp(
  engine: Engine,
  tx: Transaction,
  { user, hash }: { user: string; hash: string },
): Promise<boolean> {
  if (!(await takeRecoveryCode(tx, user, hash))) return false;
  await announceAccountChange(engine, tx, { user, change: 'recovery_code', cause: hash });
  return true;
}

function usersOf(engine: Engine): AuthCollection {
  const collection = engine.collections.get('users');
  if (!isAuthCollection(collection)) throw new Error('users is no collection of accounts.');
  return collection;
}
