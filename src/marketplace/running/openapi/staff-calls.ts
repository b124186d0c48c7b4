import {
  answer,
  bodyOf,
  inPath,
  instant,
  type Operation,
  object,
  refusals,
  type Schema,
  signedIn,
  text,
  whole,
} from './schema.ts';

const ofAccount = [inPath('id', 'The account’s id.')];
const nothing = { description: 'Done; no body.' };

const impersonate: Operation = {
  operationId: 'impersonateUser',
  summary: 'Look through the account of somebody who is not staff, reading only, for an hour, for admins',
  description: 'The token changes, sends and downloads nothing (403). Begin and end are in the audit trail.',
  tags: ['admin'],
  security: signedIn,
  parameters: ofAccount,
  requestBody: bodyOf(object({ reason: { ...text, minLength: 1, maxLength: 500 } })),
  responses: {
    200: answer(
      'The token, and the account’s record as its owner sees it.',
      object({ id: text, token: text, record: { type: 'object' } satisfies Schema, until: instant }),
    ),
    ...refusals(400, 401, 403, 404),
  },
};

const endImpersonation: Operation = {
  operationId: 'endImpersonation',
  summary: 'End looking through an account, by who began it',
  tags: ['admin'],
  security: signedIn,
  parameters: [inPath('id', 'What `impersonateUser` answered.')],
  responses: { 204: nothing, ...refusals(401, 403, 404) },
};

const invite: Operation = {
  operationId: 'inviteUser',
  summary: 'Mail somebody whose account was made for them how to choose a password, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: ofAccount,
  responses: { 204: nothing, ...refusals(400, 401, 403, 404, 429) },
};

const signOut: Operation = {
  operationId: 'signUserOut',
  summary: 'Sign an account out on all its devices, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: ofAccount,
  responses: { 200: answer('How many devices there were.', object({ ended: whole })), ...refusals(401, 403, 404) },
};

/** What staff do for an account beside changing its record. */
export const staffCalls: Readonly<Record<string, Operation>> = {
  'POST /api/marketplace/users/:id/impersonations': impersonate,
  'DELETE /api/marketplace/impersonations/:id': endImpersonation,
  'POST /api/marketplace/users/:id/invitation': invite,
  'DELETE /api/marketplace/users/:id/sessions': signOut,
};
