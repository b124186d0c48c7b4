import { canonicalJson } from '../canonical-json.ts';
import type { Collection, Field } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { emptyValue } from '../fields/cast-value.ts';
import { fieldError } from '../fields/field-errors.ts';
import { generateFromPattern } from '../fields/generate-from-pattern.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import { ApiError, badRequest, type ErrorData, forbidden, notFound, usualRefusal } from '../http/api-error.ts';
import type { RequestBody, Route } from '../http/route.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { wireDate } from '../wire-date.ts';
import { newTokenKey, validateAuthForm } from './auth-fields.ts';
import { bodyForRules } from './body-for-rules.ts';
import { explainDatabaseError } from './explain-database-error.ts';
import { NamedAreGone, type NamedRecords, namedAnew, namedTables } from './named-records.ts';
import { presentRecord } from './present-records.ts';
import { recordBodyLimits } from './record-body-limits.ts';
import type { RecordEvent } from './record-hooks.ts';
import { insertRow, insertRowTogether, updateRow } from './record-store.ts';
import { refuseDecided } from './refuse-decided.ts';
import { firstOrNew, hashRequest } from './repeat-create.ts';
import { type ResolvedBody, resolveBody } from './resolve-body.ts';
import { satisfiesCreateRule } from './satisfies-rule.ts';
import { type PlannedUpload, planUploads, storeUploads } from './store-uploads.ts';
import { validateNewId } from './validate-id.ts';
import { validateRecord, validateRelations } from './validate-record.ts';

const refusal = 'Failed to create record.';

/** POST /api/collections/:collection/records (wire contract, section 9): 200 with the record. */
export function createRecordRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/records',
    bodyLimits: recordBodyLimits(engine, 'createRule'),
    async handle(request) {
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound('Missing or invalid collection context.');
      if (collection.type === 'view') throw badRequest('Unsupported collection type.');
      const body = await request.body(usualRefusal);
      const ruleRequest = ruleRequestOf(request);
      const row = await createRecord(engine, { collection, body, request: ruleRequest });
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

export type CreateOptions = {
  collection: Collection;
  body: RequestBody;
  request: RuleRequest;
  /** The server's own work: no API rule, no form rules, hidden fields allowed. */
  system?: boolean;
};

/** Makes a record with everything that belongs to it (rule, validation, hooks, files, realtime) and answers its table row. */
export async function createRecord(engine: Engine, options: CreateOptions): Promise<Row> {
  const { collection, body, request } = options;
  const system = options.system ?? false;
  const isTrusted = system || request.auth?.isSuperuser === true;
  if (!isTrusted && collection.createRule === null) {
    throw forbidden('Only superusers can perform this action.');
  }
  const resolved = resolveBody(collection, body, { original: null, allowHidden: isTrusted, random: engine.random });
  const record = newRecord(engine, { collection, resolved });
  takeCaller(record, options);
  request.body = bodyForRules({ collection, body, resolved, original: null, allowHidden: isTrusted });
  const event = eventOf(engine, { options: { ...options, system }, record, resolved });
  const create = () => judgeAndStore(engine, { event, resolved, request, isTrusted });
  const isChosen = typeof body.fields.id === 'string' && body.fields.id !== '';
  if (!collection.repeatable || !isChosen) return create();
  return firstOrNew(engine.db, { event, looksItself: performs(engine, event) }, create);
}

function performs({ hooks }: Engine, { collection }: RecordEvent): boolean {
  return hooks.of(collection.name).some((candidate) => candidate.performCreate);
}

type Judging = { event: RecordEvent; resolved: ResolvedBody; request: RuleRequest; isTrusted: boolean };

async function judgeAndStore(engine: Engine, { event, resolved, request, isTrusted }: Judging): Promise<Row> {
  const { collection, record } = event;
  if (!isTrusted && collection.createRule !== '') {
    const rule = collection.createRule ?? '';
    if (!(await satisfiesCreateRule(engine, { collection, rule, record, request }))) throw badRequest(refusal);
  }
  refuse(await refuseDecided(engine, { event, resolved, request }));
  await validateAuth(engine, event, isTrusted);
  const plan = await validate(engine, { event, resolved, performs: performs(engine, event) });
  for (const hooks of engine.hooks.of(collection.name)) await hooks.beforeCreate?.(event);
  return store(engine, event, { plan, request });
}

function newRecord(
  engine: Engine,
  { collection, resolved }: { collection: Collection; resolved: ResolvedBody },
): RecordValues {
  const now = wireDate(engine.clock.nowMs());
  const record: RecordValues = { id: '' };
  for (const field of collection.fields) {
    record[field.name] = resolved.values[field.name] ?? emptyValue(field);
    if (field.type === 'autodate' && field.onCreate) record[field.name] = now;
    if (field.type === 'text' && field.autogeneratePattern !== '' && record[field.name] === '') {
      record[field.name] = generateFromPattern(field.autogeneratePattern, engine.random);
    }
  }
  return record;
}

function takeCaller(record: RecordValues, { collection, system, request: { auth } }: CreateOptions): void {
  if (system) return;
  for (const { name, decided, ...field } of collection.fields) {
    const isOwner = field.type === 'relation' && auth?.collectionId === field.collectionId;
    if (decided?.isCaller && isOwner && record[name] === '') record[name] = auth?.id;
  }
}

function eventOf(
  engine: Engine,
  {
    options,
    record,
    resolved,
  }: { options: CreateOptions & { system: boolean }; record: RecordValues; resolved: ResolvedBody },
): RecordEvent {
  const { collection, body, request, system } = options;
  return {
    collection,
    auth: request.auth,
    system,
    body,
    sent: new Set(Object.keys(resolved.values)),
    record,
    original: null,
    requestHash: collection.repeatable ? hashRequest(body) : '',
    authorId: request.auth?.id ?? '',
    ...(request.from ? { from: request.from } : {}),
    isFromOutside: request.context === 'oauth2',
    db: engine.db,
  };
}

function refuse(errors: ErrorData): void {
  if (Object.keys(errors).length > 0) throw badRequest(refusal, errors);
}

async function validateAuth(engine: Engine, event: RecordEvent, isTrusted: boolean): Promise<void> {
  const { collection, record, body } = event;
  if (collection.type !== 'auth') return;
  if (record.tokenKey === '') record.tokenKey = newTokenKey(engine.random);
  if (event.system) return;
  const manages = !isTrusted && (await canManageNew(engine, event));
  const canManage = isTrusted || manages;
  const errors = await validateAuthForm({
    collection,
    fields: manages && collection.passwordsAreOwners ? keepPassword(engine, event) : body.fields,
    record,
    original: null,
    originalRow: null,
    canManage,
  });
  refuse(errors);
}

/** Nobody ever knows the first password of an account that somebody makes for its owner. Throws 400 where one was chosen. */
function keepPassword(engine: Engine, { record, body }: RecordEvent): Record<string, unknown> {
  if (record.password !== '' || body.fields.passwordConfirm) {
    const message = 'Must be blank: its owner chooses the password.';
    throw badRequest(refusal, { password: fieldError('not_allowed', message) });
  }
  const password = newTokenKey(engine.random);
  record.password = password;
  return { ...body.fields, password, passwordConfirm: password };
}

async function canManageNew(engine: Engine, { collection, auth, record }: RecordEvent): Promise<boolean> {
  const rule = collection.auth?.manageRule;
  if (!auth || !rule) return false;
  const request: RuleRequest = { context: 'default', method: 'POST', auth, query: {}, headers: {}, body: {} };
  return satisfiesCreateRule(engine, { collection, rule, record, request });
}

async function validate(
  engine: Engine,
  { event, resolved, performs }: { event: RecordEvent; resolved: ResolvedBody; performs: boolean },
): Promise<PlannedUpload[]> {
  const { collection, record, sent } = event;
  const { plan, errors } = planUploads(engine, { collection, record, original: null, resolved });
  // A hook that writes by itself also looks relations up by itself, in its one round trip.
  const skip = new Set(
    performs
      ? collection.fields.filter(({ type, isAdded }) => type === 'relation' && !isAdded).map(({ name }) => name)
      : [],
  );
  skip.add('id');
  const refused = await validateRecord(engine, { collection, record, original: null, skip });
  for (const [name, error] of Object.entries(refused)) errors[name] ??= error;
  const mustCheckId = sent.has('id') || record.id === '';
  const idError = mustCheckId && !performs ? await validateNewId(engine, collection, record.id) : undefined;
  if (idError) errors.id = idError;
  refuse(errors);
  if (collection.type === 'auth') record.password = await hashed(record.password);
  else await hashPasswordFields(collection, record);
  return plan;
}

async function hashPasswordFields(collection: Collection, record: RecordValues): Promise<void> {
  for (const field of collection.fields) {
    if (field.type === 'password') record[field.name] = await hashed(record[field.name]);
  }
}

async function hashed(password: unknown): Promise<string> {
  return typeof password === 'string' && password !== '' ? hashPassword(password) : '';
}

type Storing = { plan: PlannedUpload[]; request: RuleRequest };

async function store(engine: Engine, event: RecordEvent, { plan, request }: Storing): Promise<Row> {
  const { collection } = event;
  await storeUploads(engine, event, { plan, request });
  let row: Row;
  try {
    row = await write(engine, event);
  } catch (error) {
    for (const upload of plan) await engine.files.delete(upload.key);
    if (error instanceof ApiError) throw error;
    if (error instanceof NamedAreGone) throw badRequest(refusal, await validateRelations(engine, engine.db, event));
    throw await explainDatabaseError(engine, { collection, record: event.record, error, message: refusal });
  }
  event.record = recordFromRow(collection, row);
  engine.realtime.publish({ collection, row, action: 'create' });
  for (const hooks of engine.hooks.of(collection.name)) await hooks.afterCreate?.(event);
  return row;
}

async function write(engine: Engine, event: RecordEvent): Promise<Row> {
  const { collection, record } = event;
  const hooks = engine.hooks.of(collection.name);
  const perform = hooks.find((candidate) => candidate.performCreate)?.performCreate;
  const { watcher } = engine.hooks;
  const isWatched = watcher.isWatched(event);
  if (perform) {
    const row = await withAdded(engine, event, await perform(event));
    const made = { ...event, record: recordFromRow(collection, row) };
    if (isWatched) await engine.db.transaction((tx) => watcher.noteWrite({ ...made, tx }, 'create'));
    return row;
  }
  const extra = collection.repeatable ? { _author: event.authorId, _request_hash: event.requestHash } : {};
  const inside = hooks.filter((candidate) => candidate.insideCreate ?? candidate.beforeWrite);
  if (inside.length === 0 && !isWatched) {
    const named = namedAnew(engine, collection, event);
    return canWaitForOthers(event)
      ? insertRowTogether(engine.db, { collection, record }, { tables: namedTables(engine, collection), named })
      : insertRow(engine.db, { collection, record, extra, named });
  }
  return engine.db.transaction(async (tx) => {
    for (const candidate of inside) await candidate.beforeWrite?.({ ...event, tx });
    const named = namedAnew(engine, collection, event);
    const row = await insertRow(tx, { collection, record, extra, named });
    for (const candidate of inside) await candidate.insideCreate?.({ ...event, tx, row });
    if (isWatched) await watcher.noteWrite({ ...event, tx }, 'create');
    return row;
  });
}

// A feature that writes by itself knows nothing of the fields that operators added. What a repeated create finds is not written over.
async function withAdded(engine: Engine, { collection, record }: RecordEvent, row: Row): Promise<Row> {
  const isGiven = (field: Field) => canonicalJson(record[field.name]) !== canonicalJson(emptyValue(field));
  const added = collection.fields.filter((field) => field.isAdded && isGiven(field));
  if (added.length === 0) return row;
  const write = (fields: Field[], named: NamedRecords[]) => {
    const changes = Object.fromEntries(fields.map(({ name }) => [name, record[name]]));
    const expected = Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]));
    return updateRow(engine.db, { collection, id: String(row.id), changes, expected, named });
  };
  const named = namedAnew(engine, collection, { record, original: null });
  const written = await write(added, named);
  // What was deleted meanwhile would have left the relation that names it by now.
  const rest = added.filter(({ type }) => type !== 'relation');
  return written ?? (named.length > 0 && rest.length > 0 ? await write(rest, []) : undefined) ?? row;
}

// A unique value or an id that another transaction is about to take must hold up nobody else.
function canWaitForOthers({ collection: { type, managed, indexes }, sent }: RecordEvent): boolean {
  return type === 'base' && !managed && !sent.has('id') && !indexes.some((index) => /\bunique\b/i.test(index));
}
