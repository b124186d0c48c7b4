import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ruleRequestOf } from '#engine/filters/rule-request.ts';
import { readTexts, refuseErrors } from '#engine/forms/read-form.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { forgetAttempts, refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import type { ChallengeAnswer, SignInAnswer, TwoFactorAnswer, TwoFactorChangeAnswer } from '#wire/account.ts';
import { announceAccountChange } from '../../talk/notifications/announce-account-change.ts';
import { checkOwnPassword } from '../users/check-own-password.ts';
import { requireUserAccount } from '../users/require-user.ts';
import { secondFactorHindrance } from '../users/second-factor-hindrance.ts';
import { answerPrivately } from './answer-privately.ts';
import { hasOwnFactor } from './has-own-factor.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.store.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';
import { signInByCode, type TypedCode } from './sign-in-by-code.ts';

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
      return answerPrivately({ isOn: user.row.twoFactor === true, recoveryCodesLeft });
    },
  };
}

/**
 * `POST /api/marketplace/two-factor {isOn, password}` answers `{isOn, recoveryCodes}`: ten new codes, shown this once, when it is on; asking
 * again makes new ones, and its owner is told. Making codes takes a sign-in just now, and so does every change where the account has a factor of its own. Staff whose
 * rights wait for a second factor get no codes: together with the password they would be both halves. 400 `email_not_verified` at `isOn` while nobody has proved the
 * mailbox that the codes go to, `no_mail_server` where no mail leaves the server: nobody could sign in then.
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
      const hasOwn = await hasOwnFactor(engine.db, user.id);
      const makesCodes = isOn && !user.isLimited;
      if (hasOwn || makesCodes) {
        // Where no mail leaves the server any longer, new codes are the only second half that is left.
        const needsMailedCode = !makesCodes;
        await requireFreshSignIn(engine, user, { field: 'isOn', message: 'Failed to change it.', needsMailedCode });
      }
      const needsMailbox = isOn && user.row.twoFactor !== true && !hasOwn;
      const hindrance = needsMailbox ? secondFactorHindrance(engine, user.row.verified === true) : undefined;
      if (hindrance) refuseErrors({ isOn: hindrance });
      const recoveryCodes = makesCodes ? await makeRecoveryCodes(engine, user) : [];
      const body = { fields: { twoFactor: isOn }, files: {} };
      await updateRecord(engine, { collection, id: user.id, body, request: ruleRequestOf(request), system: true });
      return answerPrivately({ isOn, recoveryCodes });
    },
  };
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
    handle: (request) => signInByCode(engine, request, { by: 'recovery', prove: (typed) => proveCode(engine, typed) }),
  };
}

async function proveCode(engine: Engine, { user, code }: TypedCode): Promise<void> {
  const key = `recovery:${user}`;
  await refuseTooManyAttempts(engine, { key, ...tries });
  const isTaken = await engine.db.transaction((tx) => useUp(engine, tx, { user, hash: hashRecoveryCode(user, code) }));
  if (!isTaken) {
    const message = 'That is none of your recovery codes, or it was used already.';
    refuseErrors({ code: { code: 'invalid_recovery_code', message } });
  }
  await forgetAttempts(engine, key);
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
