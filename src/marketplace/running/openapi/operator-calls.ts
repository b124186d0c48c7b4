import { bytes, root } from './describe-call.ts';
import {
  guestsToo,
  inPath,
  list,
  type Operation,
  object,
  pageOf,
  pagingTo,
  query,
  refusals,
  type Schema,
  text,
  whole,
} from './schema.ts';

const page = [...pagingTo(1000), query('skipTotal', { type: 'boolean' })];
const filtered = [query('filter', text), query('sort', text)];
const anything: Schema = { type: 'object' };
const collection = inPath('collection', 'A collection’s name or id.');
const backup = inPath('key', 'The name of a backup, such as `monday.zip`.');

const upload = (schema: Schema) => ({ required: true, content: { 'multipart/form-data': { schema } } });
const collectionCalls: Record<string, Operation> = {
  'GET /api/collections': root('collections', {
    id: 'listCollections',
    summary: 'A page of collections',
    parameters: [...page, ...filtered],
    gives: pageOf(anything),
    refused: [400],
  }),
  'POST /api/collections': root('collections', {
    id: 'createCollection',
    summary: 'Make a collection with its table',
    body: { type: 'object', properties: { name: text, type: { enum: ['base', 'auth', 'view'] } } },
    gives: anything,
    refused: [400],
  }),
  'GET /api/collections/:collection': root('collections', {
    id: 'viewCollection',
    summary: 'One collection',
    parameters: [collection],
    gives: anything,
    refused: [404],
  }),
  'PATCH /api/collections/:collection': root('collections', {
    id: 'updateCollection',
    summary: 'Change a collection and its table in one transaction',
    parameters: [collection],
    body: anything,
    gives: anything,
    refused: [400, 404],
  }),
  'DELETE /api/collections/:collection': root('collections', {
    id: 'deleteCollection',
    summary: 'Delete a collection with its records and files',
    parameters: [collection],
    refused: [400, 404],
  }),
  'DELETE /api/collections/:collection/truncate': root('collections', {
    id: 'truncateCollection',
    summary: 'Delete all records of a collection',
    parameters: [collection],
    refused: [400, 404],
  }),
  'PUT /api/collections/import': root('collections', {
    id: 'importCollections',
    summary: 'Make and change many collections in one transaction',
    body: object({ collections: list(anything), deleteMissing: { type: 'boolean' } }, ['deleteMissing']),
    refused: [400],
  }),
  'GET /api/collections/meta/scaffolds': root('collections', {
    id: 'showScaffolds',
    summary: 'An empty collection of each type',
    gives: anything,
    refused: [],
  }),
  'POST /api/collections/meta/dry-run-view': root('collections', {
    id: 'dryRunView',
    summary: 'What a view’s query would answer',
    body: object({ query: text }),
    gives: anything,
    refused: [400],
  }),
  'POST /api/sql': root('collections', {
    id: 'askInSql',
    summary:
      'What a SELECT over collections answers, at most 1,000 rows and 8 MiB, with the rights of the reader of views',
    body: object({ query: text }),
    gives: object({
      execTime: whole,
      affectedRows: whole,
      columns: list(object({ name: text, type: text, nullable: { type: 'boolean' } })),
      rows: list(list({ type: ['string', 'null'] })),
    }),
    refused: [400],
  }),
  'GET /api/types.ts': root('collections', {
    id: 'showTypes',
    summary: 'TypeScript types of all collections',
    gives: text,
    refused: [],
  }),
  'GET /api/collections/meta/oauth2-providers': root('collections', {
    id: 'listProviders',
    summary: 'The outside providers that can be set up',
    gives: list(anything),
    refused: [],
  }),
};

const settingsCalls: Record<string, Operation> = {
  'GET /api/settings': root('settings', {
    id: 'viewSettings',
    summary: 'The settings, without secrets',
    gives: anything,
    refused: [],
  }),
  'PATCH /api/settings': root('settings', {
    id: 'updateSettings',
    summary: 'Change settings',
    body: anything,
    gives: anything,
    refused: [400],
  }),
  'POST /api/settings/test/s3': root('settings', {
    id: 'testS3',
    summary: 'Try the bucket of files or backups',
    body: object({ filesystem: { enum: ['storage', 'backups'] } }),
    refused: [400],
  }),
  'POST /api/settings/test/email': root('settings', {
    id: 'testEmail',
    summary: 'Send a mail of a template',
    body: object({ email: text, template: text, collection: text }, ['collection']),
    refused: [400],
  }),
  'POST /api/settings/apple/generate-client-secret': root('settings', {
    id: 'generateAppleClientSecret',
    summary: 'A client secret for signing in with Apple',
    body: object({ clientId: text, teamId: text, keyId: text, privateKey: text, duration: whole }),
    gives: object({ secret: text }),
    refused: [400],
  }),
};

const backupCalls: Record<string, Operation> = {
  'GET /api/backups': root('backups', {
    id: 'listBackups',
    summary: 'The backups',
    gives: list(object({ key: text, modified: text, size: whole })),
    refused: [400],
  }),
  'POST /api/backups': root('backups', {
    id: 'createBackup',
    summary: 'Make a backup of database and files, online',
    body: { type: 'object', properties: { name: text } },
    refused: [400],
  }),
  'GET /api/backups/restores': root('backups', {
    id: 'listRestores',
    summary: 'What came of the latest restores',
    gives: list(
      object({
        id: whole,
        backup: text,
        by: text,
        started: text,
        finished: text,
        state: { enum: ['checking', 'restoring', 'done', 'refused', 'failed'] },
        message: text,
      }),
    ),
    refused: [400],
  }),
  'POST /api/backups/upload': {
    ...root('backups', { id: 'uploadBackup', summary: 'Bring a backup', refused: [400] }),
    requestBody: upload(object({ file: { type: 'string', format: 'binary' } })),
  },
  'GET /api/backups/:key': {
    operationId: 'downloadBackup',
    summary: 'A backup’s file, by a superuser’s file token',
    tags: ['backups'],
    security: guestsToo,
    parameters: [backup, query('token', text, 'A file token.')],
    responses: { 200: bytes('The zip.'), ...refusals(400, 403, 404) },
  },
  'DELETE /api/backups/:key': root('backups', {
    id: 'deleteBackup',
    summary: 'Delete a backup',
    parameters: [backup],
    refused: [400, 404],
  }),
  'POST /api/backups/:key/restore': root('backups', {
    id: 'restoreBackup',
    summary: 'Put a backup in place of what is there, on all servers',
    parameters: [backup],
    refused: [400, 404],
  }),
};

const logCalls: Record<string, Operation> = {
  'GET /api/logs': root('logs', {
    id: 'listLogs',
    summary: 'A page of the operator’s log',
    parameters: [...page, ...filtered],
    gives: pageOf(anything),
    refused: [400],
  }),
  'GET /api/logs/stats': root('logs', {
    id: 'logStats',
    summary: 'How many entries each hour has',
    parameters: [query('filter', text)],
    gives: list(object({ date: text, total: whole })),
    refused: [400],
  }),
  'GET /api/logs/:id': root('logs', {
    id: 'viewLog',
    summary: 'One entry of the log',
    parameters: [inPath('id', 'The entry’s id.')],
    gives: anything,
    refused: [404],
  }),
  'GET /api/crons': root('crons', {
    id: 'listCrons',
    summary: 'What runs at its times',
    gives: list(object({ id: text, expression: text })),
    refused: [],
  }),
  'POST /api/crons/:id': root('crons', {
    id: 'runCron',
    summary: 'Run one of them now',
    parameters: [inPath('id', 'The cron’s id.')],
    refused: [404],
  }),
};

/** The calls of superusers, by method and path as their routes have them. */
export const operatorCalls: Readonly<Record<string, Operation>> = {
  ...collectionCalls,
  ...settingsCalls,
  ...backupCalls,
  ...logCalls,
};
