import { answerAuth } from '#engine/auth/answer-auth.ts';
import { findHalfSignIn } from '#engine/auth/answer-challenge.ts';
import type { Engine } from '#engine/engine.ts';
import { readForm, readTexts } from '#engine/forms/read-form.ts';
import { badRequest, usualRefusal } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { newId, tokenAlphabet } from '#engine/random.ts';
import { findRow } from '#engine/records/record-store.ts';
import type { ChallengeAnswer, OwnFactorAnswer, PasskeyOptionsAnswer, SignInAnswer } from '#wire/account.ts';
import { requireUserAccount, usersOf } from '../users/require-user.ts';
import { answerPrivately } from './answer-privately.ts';
import { keepOwnFactor } from './keep-own-factor.ts';
import {
  findPasskey,
  findPasskeys,
  insertPasskey,
  insertPasskeyChallenge,
  notePasskeyUse,
  type PasskeyPurpose,
  takePasskeyChallenge,
} from './passkeys.store.ts';
import { type RelyingParty, relyingParty } from './relying-party.ts';
import { requireEnrollable } from './require-enrollable.ts';
import {
  algorithms,
  loadWebAuthn,
  readAssertion,
  readRegistration,
  verifyAssertion,
  verifyRegistration,
} from './verify-passkey.ts';

const maxPasskeys = 10;
/** How long a person may take to unlock the key. */
const challengeMs = 5 * 60_000;
const refusal = 'Failed to add the passkey.';
/** Each is a row until its time is over. */
const maxChallenges = {
  max: 60,
  seconds: 600,
  message: 'Too many attempts, please try again in a few minutes.',
};

/** Passkeys: adding one, and signing in by one, alone or after a password. */
export function passkeyRoutes(engine: Engine): Route[] {
  return [beginEnrolmentRoute(engine), addPasskeyRoute(engine), beginSignInRoute(engine), signInRoute(engine)];
}

/** `POST /api/marketplace/passkey-enrolments`: what the browser has a new passkey signed for: `{options}`. */
function beginEnrolmentRoute(engine: Engine): Route<PasskeyOptionsAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/passkey-enrolments',
    async handle({ auth }) {
      const { user } = requireUserAccount(engine, auth);
      const party = partyOf(engine);
      await requireEnrollable(engine, user, refusal);
      const { generateRegistrationOptions } = await loadWebAuthn();
      const known = await findPasskeys(engine.db, user.id);
      const options = await generateRegistrationOptions({
        rpName: engine.sender.name,
        rpID: party.id,
        userName: String(user.row.email),
        userDisplayName: String(user.row.name || user.row.email),
        userID: handleOf(user.id),
        challenge: newChallenge(engine),
        timeout: challengeMs,
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(({ credential, transports }) => ({ id: credential, transports })),
        // It is found on the device without a name being typed, and says that its owner unlocked it.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await remember(engine, { challenge: options.challenge, user: user.id, purpose: 'enrol' });
      return answerPrivately({ options });
    },
  };
}

/**
 * `POST /api/marketplace/passkeys {name, response}`: keeps the passkey that has signed; `{id, name, recoveryCodes}`. It signs in alone, and is asked for after
 * a password where two-factor sign-in is on.
 */
function addPasskeyRoute(engine: Engine): Route<OwnFactorAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/passkeys',
    async handle(request) {
      const { user } = requireUserAccount(engine, request.auth);
      const party = partyOf(engine);
      const { name } = await readForm(request, { name: { max: 60 } });
      await requireEnrollable(engine, user, refusal);
      const response = readRegistration((await request.body(usualRefusal)).fields.response);
      const takeChallenge = async (challenge: string) =>
        (await take(engine, { challenge, purpose: 'enrol' })) === user.id;
      const verified = response && (await verifyRegistration(response, { party, takeChallenge }));
      if (!verified) throw invalidPasskey();
      const { credential } = verified;
      const id = newId(engine.random);
      const recoveryCodes = await keepOwnFactor(engine, request, {
        user,
        turnsOn: false,
        collection: 'passkeys',
        insert: (tx) =>
          insertPasskey(tx, {
            ...{ id, user: user.id, name, max: maxPasskeys, nowMs: engine.clock.nowMs() },
            credential: credential.id,
            key: Buffer.from(credential.publicKey),
            counter: credential.counter,
            transports: credential.transports ?? [],
          }),
      });
      return answerPrivately({ id, name, recoveryCodes });
    },
  };
}

/**
 * `POST /api/marketplace/passkey-challenges {mfaId?}`: what the browser has a passkey sign: `{options}`. After a right password only those of that account may
 * sign. Without one the person chooses any of theirs, and the answer is the same for everybody.
 */
function beginSignInRoute(engine: Engine): Route<PasskeyOptionsAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/passkey-challenges',
    async handle(request) {
      const party = partyOf(engine);
      const { mfaId } = await readTexts(request, ['mfaId']);
      await refuseTooManyAttempts(engine, { key: `passkey-challenges:${request.ip}`, ...maxChallenges });
      const half = mfaId === '' ? undefined : await findHalfSignIn(engine, { collection: usersOf(engine), mfaId });
      const user = half ? String(half.row.id) : '';
      const known = half ? await findPasskeys(engine.db, user) : [];
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        challenge: newChallenge(engine),
        timeout: challengeMs,
        userVerification: 'required',
        allowCredentials: known.map(({ credential, transports }) => ({ id: credential, transports })),
      });
      await remember(engine, { challenge: options.challenge, user, purpose: 'sign_in' });
      return answerPrivately({ options });
    },
  };
}

/** `POST /api/marketplace/sign-in-with-passkey {mfaId?, response}`: signs in the owner of the passkey that has signed; `{token, record}`. */
function signInRoute(engine: Engine): Route<SignInAnswer | ChallengeAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/sign-in-with-passkey',
    async handle(request) {
      const party = partyOf(engine);
      const collection = usersOf(engine);
      const user = await ownerOfSigned(engine, request, party);
      const row = user === undefined ? undefined : await findRow(engine.db, collection, user);
      if (!row) throw invalidPasskey();
      return answerAuth(engine, request, { collection, row, method: 'passkey' });
    },
  };
}

/** Whose passkey has signed a challenge of ours, which is used up by it; undefined when none has. */
async function ownerOfSigned(
  engine: Engine,
  request: RequestContext,
  party: RelyingParty,
): Promise<string | undefined> {
  const response = readAssertion((await request.body(usualRefusal)).fields.response);
  const passkey = response && (await findPasskey(engine.db, response.id));
  if (!passkey) return undefined;
  const { userHandle = '' } = response.response;
  if (userHandle !== '' && userHandle !== Buffer.from(handleOf(passkey.user)).toString('base64url')) return undefined;
  const takeChallenge = async (challenge: string) => {
    const asked = await take(engine, { challenge, purpose: 'sign_in' });
    return asked === '' || asked === passkey.user;
  };
  const counter = await verifyAssertion(response, { party, takeChallenge, passkey });
  if (counter === undefined) return undefined;
  const nowMs = engine.clock.nowMs();
  return (await notePasskeyUse(engine.db, { id: passkey.id, counter, nowMs })) ? passkey.user : undefined;
}

function invalidPasskey() {
  const message = 'That passkey could not be used. Try again.';
  return badRequest('Failed to use the passkey.', { response: { code: 'invalid_passkey', message } });
}

function partyOf(engine: Engine): RelyingParty {
  const party = relyingParty(engine);
  if (party) return party;
  const message = 'This server is reached by a bare network address, for which there are no passkeys.';
  throw badRequest('Failed to use passkeys.', { response: { code: 'no_passkeys_here', message } });
}

function handleOf(user: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(user));
}

function newChallenge(engine: Engine): string {
  return engine.random.text(43, tokenAlphabet);
}

type Asked = { challenge: string; purpose: PasskeyPurpose };

function remember(engine: Engine, { challenge, user, purpose }: Asked & { user: string }): Promise<void> {
  const nowMs = engine.clock.nowMs();
  return insertPasskeyChallenge(engine.db, { challenge, user, purpose, nowMs, untilMs: nowMs + challengeMs });
}

function take(engine: Engine, asked: Asked): Promise<string | undefined> {
  return takePasskeyChallenge(engine.db, { ...asked, nowMs: engine.clock.nowMs() });
}
