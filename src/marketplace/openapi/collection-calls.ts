import type { Collection, Rule } from '#engine/collections/collection.ts';
import { bodySchema } from './collection-schema.ts';
import {
  answer,
  guestsToo,
  inPath,
  type Operation,
  object,
  pageOf,
  query,
  refusals,
  type Schema,
  signedIn,
  text,
} from './schema.ts';

const readOptions = [
  query('expand', text, 'Relations to bring along, separated by commas.'),
  query('fields', text, 'Fields to answer, separated by commas.'),
];
const listOptions = [
  query('page', { type: 'integer', default: 1 }),
  query('perPage', { type: 'integer', default: 30, maximum: 1000 }),
  query('filter', text),
  query('sort', text, 'Fields separated by commas, `-` before those in descending order.'),
  query('skipTotal', { type: 'boolean' }),
  ...readOptions,
];

/** The calls of one collection, by path and method, as OpenAPI writes them. */
export function collectionCalls(collection: Collection): Record<string, Record<string, Operation>> {
  const { name } = collection;
  const base = `/api/collections/${name}`;
  const record: Schema = { $ref: `#/components/schemas/${name}` };
  const call = (verb: string, summary: string, rule: Rule): Omit<Operation, 'responses'> => ({
    operationId: `${verb}_${name}`,
    summary,
    description: ruleText(rule),
    tags: [name],
    security: rule === null ? signedIn : guestsToo,
  });
  const body = requestBody(collection);
  const id = inPath('id', 'The record’s id.');
  return {
    [`${base}/records`]: {
      get: {
        ...call('list', `List ${name}`, collection.listRule),
        parameters: listOptions,
        responses: { 200: answer('A page of records.', pageOf(record)), ...refusals(400, 403) },
      },
      post: {
        ...call('create', `Create a record of ${name}`, collection.createRule),
        parameters: readOptions,
        requestBody: body,
        responses: { 200: answer('The record.', record), ...refusals(400, 403, 409) },
      },
    },
    [`${base}/records/{id}`]: {
      get: {
        ...call('view', `One record of ${name}`, collection.viewRule),
        parameters: [id, ...readOptions],
        responses: { 200: answer('The record.', record), ...refusals(403, 404) },
      },
      patch: {
        ...call('update', `Change a record of ${name}`, collection.updateRule),
        parameters: [id, ...readOptions],
        requestBody: body,
        responses: { 200: answer('The record.', record), ...refusals(400, 403, 404) },
      },
      delete: {
        ...call('delete', `Delete a record of ${name}`, collection.deleteRule),
        parameters: [id],
        responses: { 204: { description: 'It is gone.' }, ...refusals(400, 403, 404) },
      },
    },
    ...(collection.type === 'auth' ? authCalls(collection, record) : {}),
  };
}

function ruleText(rule: Rule): string {
  if (rule === null) return 'For superusers only.';
  return rule === '' ? 'For everyone.' : `Where \`${rule}\` holds, and for superusers.`;
}

function requestBody(collection: Collection): unknown {
  const schema = bodySchema(collection);
  const hasFiles = collection.fields.some((field) => field.type === 'file');
  const content = { 'application/json': { schema }, ...(hasFiles ? { 'multipart/form-data': { schema } } : {}) };
  return { required: true, content };
}

function authCalls({ name }: Collection, record: Schema): Record<string, Record<string, Operation>> {
  const base = `/api/collections/${name}`;
  const signed = answer('A token and the record it stands for.', object({ token: text, record }));
  const post = (
    call: string,
    summary: string,
    fields: Record<string, Schema>,
    ok: unknown,
  ): Record<string, Operation> => ({
    post: {
      operationId: `${call.replaceAll('-', '_')}_${name}`,
      summary,
      tags: [name],
      security: guestsToo,
      ...(Object.keys(fields).length === 0
        ? {}
        : { requestBody: { required: true, content: { 'application/json': { schema: object(fields) } } } }),
      responses: { 200: ok, ...refusals(400, 401, 403, 429) },
    },
  });
  return {
    [`${base}/auth-methods`]: {
      get: {
        operationId: `auth_methods_${name}`,
        summary: 'How one can sign in',
        tags: [name],
        security: guestsToo,
        responses: { 200: answer('The methods.', { type: 'object' }) },
      },
    },
    [`${base}/auth-with-password`]: post(
      'auth-with-password',
      'Sign in with a password',
      { identity: text, password: text },
      signed,
    ),
    [`${base}/request-otp`]: post(
      'request-otp',
      'Have a one-time code sent',
      { email: text },
      answer('Its id.', object({ otpId: text })),
    ),
    [`${base}/auth-with-otp`]: post(
      'auth-with-otp',
      'Sign in with a one-time code',
      { otpId: text, password: text },
      signed,
    ),
    [`${base}/auth-refresh`]: post('auth-refresh', 'A new token for a valid one', {}, signed),
  };
}
