import { answer, bodyOf, list, type Operation, object, refusals, signedIn, text } from './schema.ts';

const auth = object({ token: text, record: { type: 'object' } });
const ownFactor = object({ id: text, name: text, recoveryCodes: list(text) });
const options = object({ options: { type: 'object', description: 'What the browser is asked, as JSON.' } });

const signInFactors: Operation = {
  operationId: 'listSignInFactors',
  summary: 'By what a half-finished sign-in may be finished, what is best first',
  tags: ['account'],
  requestBody: bodyOf(object({ mfaId: text })),
  responses: {
    200: answer(
      'The factors.',
      object({ factors: list({ enum: ['passkey', 'totp', 'otp', 'password', 'recovery'] }) }),
    ),
    ...refusals(400),
  },
};

const beginTotp: Operation = {
  operationId: 'beginTotpEnrolment',
  summary: 'A new secret for an authenticator app of one’s own account',
  tags: ['account'],
  security: signedIn,
  responses: {
    200: answer(
      'The secret, as text and as the address of a QR code.',
      object({ secret: text, uri: text, enrolment: text }),
    ),
    ...refusals(400, 401, 403),
  },
};

const addTotp: Operation = {
  operationId: 'addTotpDevice',
  summary: 'Keeps an authenticator app that shows the right code',
  tags: ['account'],
  security: signedIn,
  requestBody: bodyOf(object({ enrolment: text, code: text, name: text })),
  responses: {
    200: answer('The app, and recovery codes where there were none.', ownFactor),
    ...refusals(400, 401, 403),
  },
};

const signInWithTotp: Operation = {
  operationId: 'signInWithTotp',
  summary: 'Finishes a sign-in with the code of an authenticator app',
  tags: ['account'],
  requestBody: bodyOf(object({ mfaId: text, code: text })),
  responses: { 200: answer('Signed in.', auth), ...refusals(400, 403, 429) },
};

const beginPasskey: Operation = {
  operationId: 'beginPasskeyEnrolment',
  summary: 'What the browser makes a new passkey by',
  tags: ['account'],
  security: signedIn,
  responses: { 200: answer('For navigator.credentials.create.', options), ...refusals(400, 401, 403) },
};

const addPasskey: Operation = {
  operationId: 'addPasskey',
  summary: 'Keeps a passkey that has signed',
  tags: ['account'],
  security: signedIn,
  requestBody: bodyOf(object({ name: text, response: { type: 'object' } })),
  responses: {
    200: answer('The passkey, and recovery codes where they are needed.', ownFactor),
    ...refusals(400, 401, 403),
  },
};

const askPasskey: Operation = {
  operationId: 'askPasskey',
  summary: 'What the browser has a passkey sign',
  description: 'With `mfaId` for the passkeys of that account.',
  tags: ['account'],
  requestBody: bodyOf(object({ mfaId: text }, ['mfaId'])),
  responses: { 200: answer('For navigator.credentials.get.', options), ...refusals(400, 429) },
};

const signInWithPasskey: Operation = {
  operationId: 'signInWithPasskey',
  summary: 'Signs in by a passkey, alone or as the second half',
  tags: ['account'],
  requestBody: bodyOf(object({ mfaId: text, response: { type: 'object' } }, ['mfaId'])),
  responses: { 200: answer('Signed in.', auth), ...refusals(400, 403) },
};

/** The calls about second factors of one's own: adding them, and signing in with them. */
export const factorCalls: Readonly<Record<string, Operation>> = {
  'POST /api/marketplace/sign-in-factors': signInFactors,
  'POST /api/marketplace/totp-enrolments': beginTotp,
  'POST /api/marketplace/totp-devices': addTotp,
  'POST /api/marketplace/sign-in-with-totp': signInWithTotp,
  'POST /api/marketplace/passkey-enrolments': beginPasskey,
  'POST /api/marketplace/passkeys': addPasskey,
  'POST /api/marketplace/passkey-challenges': askPasskey,
  'POST /api/marketplace/sign-in-with-passkey': signInWithPasskey,
};
