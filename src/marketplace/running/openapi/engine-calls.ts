import { bytes, operation } from './describe-call.ts';
import { operatorCalls } from './operator-calls.ts';
import {
  guestsToo,
  inPath,
  list,
  type Operation,
  object,
  query,
  refusals,
  type Schema,
  signedIn,
  text,
  whole,
} from './schema.ts';

const anything: Schema = { type: 'object' };
const fileOptions = [
  query('thumb', text, 'Such as `100x100`, `0x300`, `100x100t`; one that the field offers.'),
  query('download', text, '`1`: as an attachment.'),
  query('token', text, 'A file token, for protected files.'),
];

const openCalls: Record<string, Operation> = {
  'GET /api/health': operation('server', guestsToo, {
    id: 'health',
    summary: 'Whether the server lives',
    gives: object({ code: whole, message: text, data: anything }),
    refused: [],
  }),
  'GET /api/health/ready': operation('server', guestsToo, {
    id: 'ready',
    summary: 'Whether the server and its database answer',
    gives: object({ code: whole, message: text, data: anything }),
    refused: [503],
  }),
  'GET /metrics': operation('server', guestsToo, {
    id: 'metrics',
    summary: 'The server’s figures for Prometheus',
    description: 'For superusers, and for who asks on the server’s own machine past no proxy. Text, version 0.0.4.',
    gives: text,
    refused: [403],
  }),
  'POST /api/batch': operation('records', guestsToo, {
    id: 'batch',
    summary: 'Several creates, changes and deletes of records as one transaction',
    description: 'Files go in multipart parts named `requests.N.field`, the list itself in `@jsonPayload`.',
    body: object({
      requests: list(object({ method: text, url: text, body: anything, headers: anything }, ['body', 'headers'])),
    }),
    gives: list(object({ status: whole, body: {} })),
    refused: [400, 403, 413],
  }),
  'GET /api/realtime': {
    operationId: 'connectRealtime',
    summary: 'A stream of server-sent events; the first, `PB_CONNECT`, has the client’s id',
    tags: ['realtime'],
    security: guestsToo,
    responses: {
      200: { description: 'Events without end.', content: { 'text/event-stream': { schema: text } } },
      ...refusals(429),
    },
  },
  'POST /api/realtime': operation('realtime', guestsToo, {
    id: 'subscribeRealtime',
    summary: 'Say what a connected client wants to hear of',
    body: object({ clientId: text, subscriptions: list(text) }, ['subscriptions']),
    refused: [400, 403, 404],
  }),
  'POST /api/files/token': operation('files', signedIn, {
    id: 'fileToken',
    summary: 'A short-lived token for protected files',
    gives: object({ token: text }),
    refused: [401, 403],
  }),
  'GET /api/files/:collection/:id/:filename': {
    operationId: 'serveFile',
    summary: 'A file of a record, or a smaller picture of it',
    tags: ['files'],
    security: guestsToo,
    parameters: [
      inPath('collection', 'A collection’s name or id.'),
      inPath('id', 'The record’s id.'),
      inPath('filename', 'The file’s name in the record.'),
      ...fileOptions,
    ],
    responses: { 200: bytes('The file.'), 206: bytes('A range of it.'), ...refusals(404) },
  },
};

/** The calls of the records server that belong to no single collection, by method and path as their routes have them. */
export const engineCalls: Readonly<Record<string, Operation>> = { ...openCalls, ...operatorCalls };
