import type { Collection, Rule } from '#engine/collections/collection.ts';
import { authCalls } from './auth-calls.ts';
import { bodySchema } from './collection-schema.ts';
import {
  answer,
  type Calls,
  guestsToo,
  inPath,
  type Operation,
  type Place,
  pageOf,
  pagingTo,
  query,
  refusals,
  type Schema,
  signedIn,
  text,
} from './schema.ts';

type Rules = Pick<Collection, 'listRule' | 'viewRule' | 'createRule' | 'updateRule' | 'deleteRule'>;

const readOptions = [
  query('expand', text, 'Relations to bring along, separated by commas.'),
  query('fields', text, 'Fields to answer, separated by commas.'),
];
const listOptions = [
  ...pagingTo(1000),
  query('filter', text),
  query('sort', text, 'Fields separated by commas, `-` before those in descending order.'),
  query('skipTotal', { type: 'boolean' }),
  ...readOptions,
];

/** The calls of one collection, by path and method, as OpenAPI writes them. */
export function collectionCalls(collection: Collection): Calls {
  const { name } = collection;
  const record: Schema = { $ref: `#/components/schemas/${name}` };
  const place: Place = { inPath: name, name, parameters: [], record, body: requestBody(collection) };
  return { ...recordCalls(place, collection), ...(collection.type === 'auth' ? authCalls(place) : {}) };
}

const anyRecord: Schema = { type: 'object', properties: { id: text, collectionId: text, collectionName: text } };
const anyPlace: Place = {
  inPath: '{collection}',
  name: 'any',
  parameters: [inPath('collection', 'A collection’s name or id.')],
  record: anyRecord,
  body: {
    required: true,
    content: {
      'application/json': { schema: { type: 'object' } },
      'multipart/form-data': { schema: { type: 'object' } },
    },
  },
};

/** The same for every collection, those that are made at run time included. */
export const anyCollectionCalls: Calls = { ...recordCalls(anyPlace), ...authCalls(anyPlace) };

function recordCalls(place: Place, rules?: Rules): Calls {
  const { name, record, body } = place;
  const base = `/api/collections/${place.inPath}/records`;
  const call = (verb: string, summary: string, rule: Rule | undefined): Omit<Operation, 'responses'> => ({
    operationId: `${verb}_${name}`,
    summary,
    description: ruleText(rule),
    tags: [name],
    security: rule === null ? signedIn : guestsToo,
  });
  const ofOne = [...place.parameters, inPath('id', 'The record’s id.')];
  const one = answer('The record.', record);
  return {
    [base]: {
      get: {
        ...call('list', `List ${name}`, rules?.listRule),
        parameters: [...place.parameters, ...listOptions],
        responses: { 200: answer('A page of records.', pageOf(record)), ...refusals(400, 403, 404) },
      },
      post: {
        ...call('create', `Create a record of ${name}`, rules?.createRule),
        parameters: [...place.parameters, ...readOptions],
        requestBody: body,
        responses: { 200: one, ...refusals(400, 403, 404, 409, 413) },
      },
    },
    [`${base}/{id}`]: {
      get: {
        ...call('view', `One record of ${name}`, rules?.viewRule),
        parameters: [...ofOne, ...readOptions],
        responses: { 200: one, ...refusals(400, 403, 404) },
      },
      patch: {
        ...call('update', `Change a record of ${name}`, rules?.updateRule),
        parameters: [...ofOne, ...readOptions],
        requestBody: body,
        responses: { 200: one, ...refusals(400, 403, 404, 409, 413) },
      },
      delete: {
        ...call('delete', `Delete a record of ${name}`, rules?.deleteRule),
        parameters: ofOne,
        responses: { 204: { description: 'It is gone.' }, ...refusals(400, 403, 404) },
      },
    },
  };
}

function ruleText(rule: Rule | undefined): string {
  if (rule === undefined) return 'As the collection’s rule says.';
  if (rule === null) return 'For superusers only.';
  return rule === '' ? 'For everyone.' : `Where \`${rule}\` holds, and for superusers.`;
}

function requestBody(collection: Collection): unknown {
  const schema = bodySchema(collection);
  const hasFiles = collection.fields.some((field) => field.type === 'file');
  const content = { 'application/json': { schema }, ...(hasFiles ? { 'multipart/form-data': { schema } } : {}) };
  return { required: true, content };
}
