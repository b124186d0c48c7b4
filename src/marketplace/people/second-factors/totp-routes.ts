import { limitCodeTries } from '#engine/auth/limit-code-tries.ts';
import type { Engine } from '#engine/engine.ts';
import { readForm, refuseErrors } from '#engine/forms/read-form.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { newId } from '#engine/random.ts';
import type { ChallengeAnswer, OwnFactorAnswer, SignInAnswer, TotpEnrolmentAnswer } from '#wire/account.ts';
import { requireUserAccount, usersOf } from '../users/require-user.ts';
import { answerPrivately } from './answer-privately.ts';
import { keepOwnFactor } from './keep-own-factor.ts';
import { requireEnrollable } from './require-enrollable.ts';
import { signInByCode, type TypedCode } from './sign-in-by-code.ts';
import { digestOfSecret, newTotpSecret, openTotpSecret, sealTotpSecret, stepOfCode, totpUri } from './totp-codes.ts';
import { findTotpDevices, insertTotpDevice, takeStep } from './totp-devices.store.ts';

/** More would make a guess likelier: each has three codes at any time. */
const maxDevices = 3;
const enrolmentMs = 10 * 60_000;
const refusal = 'Failed to add the app.';

/** Apps that show codes: adding one, and signing in with its code. */
export function totpRoutes(engine: Engine): Route[] {
  return [beginEnrolmentRoute(engine), addDeviceRoute(engine), signInRoute(engine)];
}

/**
 * `POST /api/marketplace/totp-enrolments`: a new secret for an app of one's own account: `{secret, uri, enrolment}`. Nothing is kept of it but in
 * `enrolment`, sealed, which is good for ten minutes.
 */
function beginEnrolmentRoute(engine: Engine): Route<TotpEnrolmentAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/totp-enrolments',
    async handle({ auth }) {
      const { user } = requireUserAccount(engine, auth);
      await requireEnrollable(engine, user, refusal);
      const secret = newTotpSecret(engine.random);
      const uri = totpUri({ secret, email: String(user.row.email), issuer: engine.sender.name });
      const untilMs = engine.clock.nowMs() + enrolmentMs;
      const enrolment = engine.settings.box.sealText(JSON.stringify({ secret, untilMs }), purposeOf(user));
      return answerPrivately({ secret, uri, enrolment });
    },
  };
}

/**
 * `POST /api/marketplace/totp-devices {enrolment, code, name}`: keeps the app that shows the right code; `{id, name, recoveryCodes}`. Signing in takes two
 * factors from then on; the recovery codes are there where the account had none, shown this once.
 */
function addDeviceRoute(engine: Engine): Route<OwnFactorAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/totp-devices',
    async handle(request) {
      const { user } = requireUserAccount(engine, request.auth);
      const { enrolment, code, name } = await readForm(request, {
        enrolment: { max: 1000 },
        code: {},
        name: { max: 60 },
      });
      await requireEnrollable(engine, user, refusal);
      const secret = openEnrolment(engine, user, enrolment);
      if (secret === undefined) {
        return refuse('enrolment', { code: 'enrolment_over', message: 'That took too long. Begin again.' });
      }
      const nowMs = engine.clock.nowMs();
      const step = stepOfCode({ secret, code, nowMs });
      if (step === undefined) return refuse('code', wrongCode);
      const id = newId(engine.random);
      const recoveryCodes = await keepOwnFactor(engine, request, {
        user,
        turnsOn: true,
        collection: 'totp_devices',
        insert: (tx) =>
          insertTotpDevice(tx, {
            ...{ id, user: user.id, name, step, nowMs, max: maxDevices },
            sealed: sealTotpSecret(engine, user.id, secret),
            digest: digestOfSecret(secret),
          }),
      });
      return answerPrivately({ id, name, recoveryCodes });
    },
  };
}

const wrongCode = { code: 'invalid_totp_code', message: 'That is not the code the app shows now.' };

function refuse(field: string, error: { code: string; message: string }): undefined {
  refuseErrors({ [field]: error });
  return undefined;
}

function purposeOf({ id }: AuthRecord): string {
  return `totp enrolment ${id}`;
}

/** The secret of an enrolment that this account began and that is not over. */
function openEnrolment(engine: Engine, user: AuthRecord, enrolment: string): string | undefined {
  const text = engine.settings.box.openText(enrolment, purposeOf(user));
  if (text === undefined) return undefined;
  const { secret, untilMs }: { secret: string; untilMs: number } = JSON.parse(text);
  return untilMs > engine.clock.nowMs() ? secret : undefined;
}

/**
 * `POST /api/marketplace/sign-in-with-totp {mfaId, code}`: finishes a sign-in with the code that an app of the account shows; `{token, record}`. A code is
 * good once, and tries are counted with those of mailed codes.
 */
function signInRoute(engine: Engine): Route<SignInAnswer | ChallengeAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/sign-in-with-totp',
    handle: (request) => signInByCode(engine, request, { by: 'totp', prove: (typed) => proveCode(engine, typed) }),
  };
}

async function proveCode(engine: Engine, { request, mfaId, user, code }: TypedCode): Promise<void> {
  const giveBack = await limitCodeTries(engine, request, {
    ...{ collection: usersOf(engine), recordRef: user, target: user, code: mfaId, mfaId },
    message: 'Too many attempts, please try again in a few minutes.',
  });
  if (!(await takeCode(engine, user, code.replaceAll(/\s/g, '')))) refuseErrors({ code: wrongCode });
  await giveBack();
}

/** Uses the code up at the app that it is of; false when it is of none, or was used before. */
async function takeCode(engine: Engine, user: string, code: string): Promise<boolean> {
  const nowMs = engine.clock.nowMs();
  for (const { id, sealed } of await findTotpDevices(engine.db, user)) {
    const secret = openTotpSecret(engine, user, sealed);
    if (secret === undefined) {
      engine.log.error({ device: id }, 'An authenticator app was added with a key that this server does not have.');
      continue;
    }
    const step = stepOfCode({ secret, code, nowMs });
    if (step !== undefined && (await takeStep(engine.db, { id, step, nowMs }))) return true;
  }
  return false;
}
