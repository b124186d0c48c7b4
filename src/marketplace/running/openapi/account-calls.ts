import { factorCalls } from './factor-calls.ts';
import {
  answer,
  bodyOf,
  inPath,
  instant,
  type Operation,
  object,
  pageOf,
  paging,
  refusals,
  signedIn,
  text,
  whole,
} from './schema.ts';

const activity: Operation = {
  operationId: 'getActivity',
  summary: 'How often one’s account was signed in to, and on how many days it was used',
  tags: ['account'],
  security: signedIn,
  responses: {
    200: answer(
      'Counts; lessons are those that took place.',
      object({ logins: whole, daysActive: whole, lessons: whole }),
    ),
    ...refusals(401, 403),
  },
};

const device = object({
  id: text,
  method: { type: 'string', description: 'password, otp, oauth2 …; empty when that is not known.' },
  userAgent: text,
  ip: text,
  created: instant,
  lastUsed: { ...instant, description: 'Exact to a quarter of an hour.' },
  isCurrent: { type: 'boolean' },
});

const listDevices: Operation = {
  operationId: 'listDevices',
  summary: 'The devices that are signed in to one’s account, last used first',
  tags: ['account'],
  security: signedIn,
  parameters: paging,
  responses: { 200: answer('A page of devices.', pageOf(device)), ...refusals(400, 401, 403) },
};

const endDevice: Operation = {
  operationId: 'endDevice',
  summary: 'Signs a device out',
  description: 'Its tokens are no longer good, at once and on every server.',
  tags: ['account'],
  security: signedIn,
  parameters: [inPath('id', 'The device’s id.')],
  responses: { 204: { description: 'Signed out.' }, ...refusals(401, 403, 404) },
};

const endOtherDevices: Operation = {
  operationId: 'endOtherDevices',
  summary: 'Signs every device out but the one that asks',
  tags: ['account'],
  security: signedIn,
  responses: { 200: answer('How many there were.', object({ ended: whole })), ...refusals(401, 403) },
};

const auth = object({ token: text, record: { type: 'object' } });

const changePassword: Operation = {
  operationId: 'changePassword',
  summary: 'Changes the password; this device stays signed in, all others are signed out',
  tags: ['account'],
  security: signedIn,
  requestBody: bodyOf(object({ oldPassword: text, password: text, passwordConfirm: text })),
  responses: { 200: answer('A new token.', auth), ...refusals(400, 401, 403, 429) },
};

const onePhoneStep = (operationId: string, summary: string, fields: readonly string[]): Operation => ({
  operationId,
  summary,
  tags: ['account'],
  security: signedIn,
  ...(fields.length > 0 ? { requestBody: bodyOf(object(Object.fromEntries(fields.map((name) => [name, text])))) } : {}),
  responses: { 204: { description: 'Done.' }, ...refusals(400, 401, 403, 429) },
});

const showTwoFactor: Operation = {
  operationId: 'getTwoFactor',
  summary: 'Whether signing in takes a second factor, and how many recovery codes are left',
  tags: ['account'],
  security: signedIn,
  responses: {
    200: answer('The setting.', object({ isOn: { type: 'boolean' }, recoveryCodesLeft: whole })),
    ...refusals(401, 403),
  },
};

const setTwoFactor: Operation = {
  operationId: 'setTwoFactor',
  summary: 'Turns signing in with a mailed code after the password on or off',
  description:
    'Turning it on, and asking again while it is on, answers ten new recovery codes that are shown this once.',
  tags: ['account'],
  security: signedIn,
  requestBody: bodyOf(object({ isOn: { type: 'boolean' }, password: text })),
  responses: {
    200: answer('The setting.', object({ isOn: { type: 'boolean' }, recoveryCodes: { type: 'array', items: text } })),
    ...refusals(400, 401, 403, 429),
  },
};

const recoverSignIn: Operation = {
  operationId: 'recoverSignIn',
  summary: 'Finishes a sign-in with a recovery code in the place of a mailed one',
  tags: ['account'],
  requestBody: bodyOf(object({ mfaId: text, code: text })),
  responses: { 200: answer('Signed in.', auth), ...refusals(400, 429) },
};

const changeLink: Operation = {
  operationId: 'decideAccountChange',
  summary:
    'What staff ask to have changed of an account, by the link that its address was mailed; confirms or refuses it',
  tags: ['account'],
  requestBody: bodyOf(object({ token: text, decision: { type: 'string', enum: ['', 'confirm', 'refuse'] } })),
  responses: {
    200: answer('What is asked for, and what became of it.', object({ field: text, value: text, status: text })),
    ...refusals(400),
  },
};

const exportData: Operation = {
  operationId: 'exportOwnData',
  summary: 'A zip of everything that belongs to one’s account',
  description:
    '`data.json` with the account, its devices, its activity and its records by collection; their files below `files/`.',
  tags: ['account'],
  security: signedIn,
  responses: {
    200: { description: 'The zip.', content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } },
    ...refusals(401, 403, 429),
  },
};

const showObstacles: Operation = {
  operationId: 'getObstaclesToClosing',
  summary: 'What closing one’s account comes to now, and what stands in its way',
  description:
    'Lessons ahead, packages and credit go with the account; `lessons`, `payments` and `balances` count what can’t.',
  tags: ['account'],
  security: signedIn,
  responses: {
    200: answer(
      'The plan; to close, send it along as `agreed`.',
      object({
        cancelling: { type: 'array', items: { type: 'object' }, description: 'The lessons that are called off.' },
        packages: { type: 'array', items: { type: 'object' }, description: 'The packages that end.' },
        ...{ creditCents: whole, plan: text, lessons: whole, payments: whole, balances: whole },
      }),
    ),
    ...refusals(401, 403),
  },
};

const closeOwnAccount: Operation = {
  operationId: 'closeAccount',
  summary: 'Deletes one’s account, or erases all of it that need not be kept',
  description:
    '`confirmation` is the account’s email address, `agreed` the plan that was shown. 409 account_in_use while something stands in the way or was never shown, 409 plan_changed when it comes to something else by now.',
  tags: ['account'],
  security: signedIn,
  requestBody: bodyOf(object({ confirmation: text, password: text, agreed: text })),
  responses: {
    200: answer('What became of it.', object({ outcome: { enum: ['deleted', 'erased'] } })),
    ...refusals(400, 401, 403, 409, 429),
  },
};

const terms = object({
  version: whole,
  inForceFrom: instant,
  isAccepted: { type: 'boolean' },
  changes: { type: 'array', items: text, description: 'What is new since the version that was agreed to last.' },
  acceptances: {
    type: 'array',
    items: object({ version: whole, accepted: instant, how: { enum: ['registration', 'asked', 'booking'] } }),
  },
});

const showTerms: Operation = {
  operationId: 'getTerms',
  summary: 'The version of the terms in force, and what one has agreed to',
  tags: ['account'],
  security: signedIn,
  responses: { 200: answer('The terms.', terms), ...refusals(401, 403) },
};

const acceptTerms: Operation = {
  operationId: 'acceptTerms',
  summary: 'Agrees to the terms in force',
  description: 'Agreeing again has no effect. An entry is never changed.',
  tags: ['account'],
  security: signedIn,
  requestBody: bodyOf(object({ version: whole, how: { enum: ['registration', 'asked', 'booking'] } })),
  responses: { 200: answer('The terms.', terms), ...refusals(400, 401, 403) },
};

/** The calls about one's own account that the record API has no word for. */
export const accountCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/activity': activity,
  'GET /api/marketplace/export': exportData,
  'GET /api/marketplace/terms': showTerms,
  'POST /api/marketplace/terms': acceptTerms,
  'GET /api/marketplace/close-account': showObstacles,
  'POST /api/marketplace/close-account': closeOwnAccount,
  'GET /api/marketplace/devices': listDevices,
  'DELETE /api/marketplace/devices/:id': endDevice,
  'DELETE /api/marketplace/devices': endOtherDevices,
  'POST /api/marketplace/password': changePassword,
  'POST /api/marketplace/phone/code': onePhoneStep('sendPhoneCode', 'Sends a code to one’s own telephone number', []),
  'POST /api/marketplace/phone/confirm': onePhoneStep('confirmPhone', 'Proves the number by the code', ['code']),
  'POST /api/marketplace/phone/money': onePhoneStep(
    'nameNumberForMoney',
    'Says that money which a person sends may go to one’s own number',
    ['phone'],
  ),
  'GET /api/marketplace/two-factor': showTwoFactor,
  'POST /api/marketplace/two-factor': setTwoFactor,
  'POST /api/marketplace/recover-sign-in': recoverSignIn,
  ...factorCalls,
  'POST /api/marketplace/account-change-links': changeLink,
};
