import {
  answer,
  type Calls,
  guestsToo,
  inPath,
  type Operation,
  object,
  type Place,
  refusals,
  type Schema,
  signedIn,
  text,
  whole,
} from './schema.ts';

type Call = {
  name: string;
  summary: string;
  fields?: Record<string, Schema>;
  optional?: readonly string[];
  /** The 200's answer; 204 without. */
  gives?: unknown;
  needsToken?: true;
  /** The record's id at the end of the path. */
  ofRecord?: true;
};

/** The calls by which people sign in to accounts of a collection and look after them (wire contract, sections 11 and 12). */
export function authCalls(place: Place): Calls {
  const base = `/api/collections/${place.inPath}`;
  const paths: Calls = { [`${base}/auth-methods`]: { get: authMethods(place) } };
  for (const call of callsOf(place)) {
    paths[`${base}/${call.name}${call.ofRecord ? '/{id}' : ''}`] = { post: operationOf(place, call) };
  }
  return paths;
}

function authMethods(place: Place): Operation {
  return {
    operationId: `auth_methods_${place.name}`,
    summary: 'How one can sign in',
    tags: [place.name],
    security: guestsToo,
    ...(place.parameters.length > 0 ? { parameters: place.parameters } : {}),
    responses: { 200: answer('The methods.', { type: 'object' }), ...refusals(400, 404) },
  };
}

function operationOf(
  place: Place,
  { name, summary, fields, optional = [], gives, needsToken, ofRecord }: Call,
): Operation {
  const parameters = [...place.parameters, ...(ofRecord ? [inPath('id', 'The record’s id.')] : [])];
  const required = fields && Object.keys(fields).some((field) => !optional.includes(field));
  const body = fields && { required, content: { 'application/json': { schema: object(fields, optional) } } };
  return {
    operationId: `${name.replaceAll('-', '_')}_${place.name}`,
    summary,
    tags: [place.name],
    security: needsToken ? signedIn : guestsToo,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...(gives ? { 200: gives } : { 204: { description: 'Done; or nothing to do, which is not told apart.' } }),
      ...refusals(400, 401, 403, 404, 429),
    },
  };
}

function callsOf({ record }: Place): Call[] {
  const signed = answer('A token and the record it stands for.', object({ token: text, record }));
  const passwords = { password: text, passwordConfirm: text };
  const provider = {
    provider: text,
    code: text,
    codeVerifier: text,
    redirectURL: text,
    createData: { type: 'object' },
  };
  return [
    {
      name: 'auth-with-password',
      summary: 'Sign in with a password',
      fields: { identity: text, password: text, identityField: text },
      optional: ['identityField'],
      gives: signed,
    },
    {
      name: 'request-otp',
      summary: 'Have a one-time code sent',
      fields: { email: text },
      gives: answer('Its id.', object({ otpId: text })),
    },
    {
      name: 'auth-with-otp',
      summary: 'Sign in with a one-time code',
      fields: { otpId: text, password: text, mfaId: text },
      optional: ['mfaId'],
      gives: signed,
    },
    {
      name: 'auth-with-oauth2',
      summary: 'Sign in with the code of an outside provider',
      fields: provider,
      optional: ['createData'],
      gives: signed,
    },
    { name: 'auth-refresh', summary: 'A new token for a valid one', gives: signed, needsToken: true },
    { name: 'request-verification', summary: 'Have a link sent that proves an address', fields: { email: text } },
    {
      name: 'confirm-verification',
      summary: 'Prove an address',
      fields: { token: text, password: text, registrationSecret: text, newPassword: text, newPasswordConfirm: text },
      optional: ['password', 'registrationSecret', 'newPassword', 'newPasswordConfirm'],
    },
    { name: 'request-password-reset', summary: 'Have a link sent for a new password', fields: { email: text } },
    { name: 'confirm-password-reset', summary: 'Set a new password', fields: { token: text, ...passwords } },
    {
      name: 'request-email-change',
      summary: 'Have a link sent to a new address',
      fields: { newEmail: text },
      needsToken: true,
    },
    { name: 'confirm-email-change', summary: 'Take the new address', fields: { token: text, password: text } },
    {
      name: 'impersonate',
      summary: 'A token of somebody else (superusers)',
      fields: { duration: whole },
      optional: ['duration'],
      gives: signed,
      needsToken: true,
      ofRecord: true,
    },
  ];
}
