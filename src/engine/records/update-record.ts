import { setTimeout } from 'node:timers/promises';
import type { Collection } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Queryable, Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { fieldError } from '../fields/field-errors.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import { ApiError, badRequest, forbidden, notFound, usualRefusal } from '../http/api-error.ts';
import type { RequestBody, Route } from '../http/route.ts';
import { limitPasswordTries } from '../passwords/limit-password-tries.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { drawShare } from '../random.ts';
import { wireDate } from '../wire-date.ts';
import { newTokenKey, validateAuthForm } from './auth-fields.ts';
import { bodyForRules } from './body-for-rules.ts';
import { explainDatabaseError } from './explain-database-error.ts';
import { forgetAuth, forgetLinks } from './forget-auth.ts';
import { namedAnew } from './named-records.ts';
import { presentRecord } from './present-records.ts';
import { recordBodyLimits } from './record-body-limits.ts';
import type { RecordEvent } from './record-hooks.ts';
import { findRow, updateRow } from './record-store.ts';
import { refuseDecided } from './refuse-decided.ts';
import { type ResolvedBody, resolveBody } from './resolve-body.ts';
import { satisfiesRule } from './satisfies-rule.ts';
import { type PlannedUpload, planUploads, storeUploads } from './store-uploads.ts';
import { validateRecord, validateRelations } from './validate-record.ts';
import { same, valuesStartedFrom } from './values-started-from.ts';

const refusal = 'Failed to update record.';

/** PATCH /api/collections/:collection/records/:id (wire contract, section 9): 200 with the record. */
export function updateRecordRoute(engine: Engine): Route {
  return {
    method: 'PATCH',
    path: '/api/collections/:collection/records/:id',
    bodyLimits: recordBodyLimits(engine, 'updateRule'),
    async handle(request) {
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound('Missing or invalid collection context.');
      if (collection.type === 'view') throw badRequest('Unsupported collection type.');
      const body = await request.body(usualRefusal);
      const ruleRequest = ruleRequestOf(request);
      const row = await updateRecord(engine, { collection, id: request.params.id ?? '', body, request: ruleRequest });
      return {
        status: 200,
        body: await presentRecord(engine, {
          collection,
          row,
          request: ruleRequest,
          expand: request.query.expand,
          hasHappened: true,
          isNoted: true,
        }),
      };
    },
  };
}

export type UpdateOptions = {
  collection: Collection;
  id: string;
  body: RequestBody;
  request: RuleRequest;
  /** The server's own work: no API rule, no form rules, hidden fields allowed. */
  system?: boolean;
  /** The change is for the record as it was read: with this key. Throws ChangedMeanwhile when it has another by now. */
  tokenKey?: unknown;
};

/** The record is no longer the one that the change was meant for. */
export class ChangedMeanwhile extends Error {}

const maxAttempts = 20;

/** Another write changed a value that a modifier of this one started from, or the state that it was judged by. */
class OutdatedRecord extends Error {}

/**
 * Changes a record with everything that belongs to it and answers its table row. Only fields that differ are written. A modifier such as
 * `total+` counts from the stored value, and a state that is decided moves on from the stored one: when another write comes between, the whole change is
 * worked out again.
 */
export async function updateRecord(engine: Engine, options: UpdateOptions): Promise<Row> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryUpdate(engine, options);
    } catch (error) {
      if (!(error instanceof OutdatedRecord)) throw error;
      if (attempt === maxAttempts) throw new ApiError(409, refusal, {}, { cause: error });
      await setTimeout(drawShare(engine.random) * 10 * attempt);
    }
  }
}

async function tryUpdate(engine: Engine, options: UpdateOptions): Promise<Row> {
  const { collection, id, body, request } = options;
  const system = options.system ?? false;
  const isTrusted = system || request.auth?.isSuperuser === true;
  if (!isTrusted && collection.updateRule === null) throw forbidden('Only superusers can perform this action.');
  const originalRow = await findRow(engine.db, collection, id);
  if (!originalRow) throw notFound();
  if ('tokenKey' in options && originalRow.tokenKey !== options.tokenKey) throw new ChangedMeanwhile();
  const original = recordFromRow(collection, originalRow);
  const resolved = resolveBody(collection, body, { original, allowHidden: isTrusted, random: engine.random });
  request.body = bodyForRules({ collection, body, resolved, original, allowHidden: isTrusted });
  if (!isTrusted) {
    const rule = collection.updateRule ?? '';
    if (!(await satisfiesRule(engine, { collection, rule, recordId: id, request }))) throw notFound();
  }
  const record = changedRecord(body, original, resolved);
  const authorId = request.auth?.id ?? '';
  const event = {
    collection,
    auth: request.auth,
    system,
    body,
    sent: new Set(Object.keys(resolved.values)),
    record,
    original,
    requestHash: '',
    authorId,
    db: engine.db,
  };
  const decided = await refuseDecided(engine, { event, resolved, request });
  if (Object.keys(decided).length > 0) throw badRequest(refusal, decided);
  await validateAuth(engine, { event, originalRow, isTrusted, from: request.from });
  const { plan, errors } = planUploads(engine, { collection, record, original, resolved });
  const refused = await validateRecord(engine, { collection, record, original, skip: unchanged(event) });
  if (Object.keys(errors).length + Object.keys(refused).length > 0)
    throw badRequest(refusal, { ...refused, ...errors });
  await settleSecrets(engine, event);
  for (const hooks of engine.hooks.of(collection.name)) await hooks.beforeUpdate?.(event);
  return store(engine, event, { plan, request, tokenKey: options.tokenKey });
}

function changedRecord(body: RequestBody, original: RecordValues, resolved: ResolvedBody): RecordValues {
  if (body.fields.id !== undefined && body.fields.id !== original.id) {
    throw badRequest(refusal, { id: fieldError('validation_pk_change', 'The record primary key cannot be changed.') });
  }
  const record: RecordValues = { ...original, ...resolved.values, id: original.id };
  return record;
}

// A password that was not sent is a hash and no subject of the field's rules.
function unchanged({ collection, record, original }: RecordEvent): Set<string> {
  const names = collection.fields
    .filter((field) => field.type === 'password' && record[field.name] === original?.[field.name])
    .map((field) => field.name);
  return new Set(['id', ...names]);
}

type ToValidate = { event: RecordEvent; originalRow: Row; isTrusted: boolean; from: RuleRequest['from'] };

async function validateAuth(
  engine: Engine,
  { event, originalRow, isTrusted, from = { ip: '', userAgent: '' } }: ToValidate,
): Promise<void> {
  const { collection, record, original, body, auth } = event;
  if (collection.type !== 'auth' || event.system) return;
  const rule = collection.auth?.manageRule;
  const request: RuleRequest = { context: 'default', method: 'PATCH', auth, query: {}, headers: {}, body: body.fields };
  const canManage =
    isTrusted ||
    (!!auth && !!rule && (await satisfiesRule(engine, { collection, rule, recordId: record.id, request })));
  // A stolen token must not be enough to find the password out.
  const isGuess = !canManage && Boolean(body.fields.oldPassword);
  const giveBack = isGuess
    ? await limitPasswordTries(engine, { ...from, auth }, { collection, row: originalRow })
    : undefined;
  const errors = await validateAuthForm({ collection, fields: body.fields, record, original, originalRow, canManage });
  if (!errors.oldPassword) await giveBack?.();
  if (Object.keys(errors).length > 0) throw badRequest(refusal, errors);
}

// A new password or address ends all sessions (wire contract, section 3).
async function settleSecrets(engine: Engine, { collection, record, original }: RecordEvent): Promise<void> {
  for (const field of collection.fields) {
    const isNew = field.type === 'password' && record[field.name] !== original?.[field.name];
    if (isNew && record[field.name] !== '') record[field.name] = await hashPassword(String(record[field.name]));
  }
  if (collection.type !== 'auth') return;
  const isTokenKeySent = record.tokenKey !== original?.tokenKey;
  const isIdentityNew = record.password !== original?.password || record.email !== original?.email;
  if (isIdentityNew && !isTokenKeySent) record.tokenKey = newTokenKey(engine.random);
}

type Writing = { plan: PlannedUpload[]; request: RuleRequest; tokenKey: unknown };

async function store(engine: Engine, event: RecordEvent, { plan, request, tokenKey }: Writing): Promise<Row> {
  const { collection, original } = event;
  await storeUploads(engine, event, { plan, request });
  let row: Row | undefined;
  try {
    row = await write(engine, event, tokenKey);
  } catch (error) {
    for (const upload of plan) await engine.files.delete(upload.key);
    if (error instanceof ApiError) throw error;
    throw await explainDatabaseError(engine, { collection, record: event.record, error, message: refusal });
  }
  if (!row) throw notFound();
  event.record = recordFromRow(collection, row);
  if (original) await deleteDroppedFiles(engine, { collection, original, record: event.record });
  engine.realtime.publish({ collection, row, action: 'update' });
  for (const hooks of engine.hooks.of(collection.name)) await hooks.afterUpdate?.(event);
  return row;
}

async function write(engine: Engine, event: RecordEvent, tokenKey: unknown): Promise<Row | undefined> {
  const { collection, record } = event;
  const inside = engine.hooks.of(collection.name).filter((hooks) => hooks.insideUpdate ?? hooks.beforeWrite);
  // One statement is a transaction of its own.
  const isWatched = engine.hooks.watcher.isWatched(event);
  if (collection.type !== 'auth' && inside.length === 0 && !isWatched)
    return writeRow(engine, engine.db, { event, tokenKey });
  return engine.db.transaction(async (tx) => {
    for (const hooks of inside) await hooks.beforeWrite?.({ ...event, tx });
    if (await forgetLinks(tx, event)) record.tokenKey = newTokenKey(engine.random);
    const row = await writeRow(engine, tx, { event, tokenKey });
    if (!row) return undefined;
    await forgetAuth(tx, event);
    for (const hooks of inside) await hooks.insideUpdate?.({ ...event, tx });
    if (isWatched) await engine.hooks.watcher.noteWrite({ ...event, tx }, 'update');
    return row;
  });
}

async function writeRow(
  engine: Engine,
  db: Queryable,
  { event, tokenKey }: { event: RecordEvent; tokenKey: unknown },
): Promise<Row | undefined> {
  const { collection, record } = event;
  const expected = { ...valuesStartedFrom(event), ...(tokenKey === undefined ? {} : { tokenKey }) };
  const named = namedAnew(engine, collection, event);
  const row = await updateRow(db, { collection, id: record.id, changes: changesOf(engine, event), expected, named });
  if (row || Object.keys(expected).length + named.length === 0) return row;
  const refused = named.length > 0 ? await validateRelations(engine, db, event) : {};
  if (Object.keys(refused).length > 0) throw badRequest(refusal, refused);
  if (await findRow(db, collection, record.id)) throw new OutdatedRecord();
  return undefined;
}

function changesOf(engine: Engine, { collection, record, original }: RecordEvent): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const field of collection.fields) {
    if (field.type === 'autodate' && field.onUpdate) changes[field.name] = wireDate(engine.clock.nowMs());
    else if (!same(record[field.name], original?.[field.name])) changes[field.name] = record[field.name];
  }
  return changes;
}

async function deleteDroppedFiles(
  engine: Engine,
  { collection, original, record }: { collection: Collection; original: RecordValues; record: RecordValues },
): Promise<void> {
  for (const field of collection.fields) {
    if (field.type !== 'file') continue;
    const kept = [record[field.name]].flat();
    for (const name of [original[field.name]].flat()) {
      if (name === '' || kept.includes(name)) continue;
      await engine.files.delete(`${collection.id}/${record.id}/${name}`);
      await engine.files.deletePrefix(`${collection.id}/${record.id}/thumbs_${name}/`);
    }
  }
}
