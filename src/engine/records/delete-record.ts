import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '../collections/collection.ts';
import { columnOf, isMultiple, type RelationField } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import { databaseErrorCode, type Queryable, type Row, type Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import { ApiError, badRequest, forbidden, notFound } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { wireDate } from '../wire-date.ts';
import type { RecordEvent } from './record-hooks.ts';
import { deleteRow, findRow, lockRow, quoteName, updateRow } from './record-store.ts';
import { satisfiesRule } from './satisfies-rule.ts';

const refusal = 'Failed to delete record. Make sure that the record is not part of a required relation reference.';

/** DELETE /api/collections/:collection/records/:id (wire contract, section 9): 204. */
export function deleteRecordRoute(engine: Engine): Route {
  return {
    method: 'DELETE',
    path: '/api/collections/:collection/records/:id',
    async handle(request) {
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound('Missing collection context.');
      if (collection.type === 'view') throw badRequest('Unsupported collection type.');
      await deleteRecord(engine, { collection, id: request.params.id ?? '', request: ruleRequestOf(request) });
      return { status: 204 };
    },
  };
}

export type DeleteOptions = { collection: Collection; id: string; request: RuleRequest; system?: boolean };

/**
 * A running deletion: what it has removed so far, to be told and cleaned up after the commit, and the ids it has begun with, because
 * references may run in circles.
 */
export type Deletion = { engine: Engine; tx: Transaction; gone: Gone[]; begun: Set<string> };
/** What is to be told of a record that was deleted, or that lost a name; of a deleted one, where its files are. */
export type Gone = { tell: () => void; files?: string };

/**
 * Deletes a record: its id leaves the relations that point at it, referrers that cascade go with it, a required reference that does not
 * cascade stops everything. Files go after the commit; subscribers are told as they were entitled before.
 */
export async function deleteRecord(engine: Engine, options: DeleteOptions): Promise<void> {
  const { collection, id, request } = options;
  const isTrusted = options.system === true || request.auth?.isSuperuser === true;
  if (!isTrusted && collection.deleteRule === null) throw forbidden('Only superusers can perform this action.');
  const row = await findRow(engine.db, collection, id);
  if (!row) throw notFound();
  const refuseByRule = async (db: Queryable) => {
    const rule = collection.deleteRule ?? '';
    const isAllowed = isTrusted || (await satisfiesRule(engine, { collection, rule, recordId: id, request, db }));
    if (!isAllowed) throw notFound();
  };
  await refuseByRule(engine.db);
  refuseLast(await countSuperusers(engine.db, collection));
  const record = recordFromRow(collection, row);
  const event = deletionEvent({ collection, auth: request.auth, system: options.system, record, db: engine.db });
  for (const hooks of engine.hooks.of(collection.name)) await hooks.beforeDelete?.(event);
  const gone: Gone[] = [];
  try {
    await engine.db.transaction(async (tx) => {
      gone.length = 0;
      const superusers = await countSuperusers(tx, collection, 'for update');
      // From here on nobody names it any more: what did so before is found.
      const locked = await lockRow(tx, collection, id);
      if (!locked) throw notFound();
      refuseLast(superusers);
      if (!isDeepStrictEqual(locked, row)) await refuseByRule(tx);
      event.record = recordFromRow(collection, locked);
      event.original = event.record;
      await removeWithReferences({ engine, tx, gone, begun: new Set() }, { collection, row: locked });
      for (const hooks of engine.hooks.of(collection.name)) await hooks.insideDelete?.({ ...event, tx });
      const { watcher } = engine.hooks;
      if (watcher.isWatched(event)) await watcher.noteWrite({ ...event, tx }, 'delete');
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (databaseErrorCode(error)?.startsWith('23')) throw new ApiError(400, refusal, {}, { cause: error });
    throw error;
  }
  await finishDeletion(engine, gone);
  for (const hooks of engine.hooks.of(collection.name)) await hooks.afterDelete?.(event);
}

/** Tells subscribers of records that were deleted and changed, in the order in which it happened, and deletes files; to be called after the commit. */
export async function finishDeletion(engine: Engine, gone: readonly Gone[]): Promise<void> {
  for (const { tell, files } of gone) {
    tell();
    if (files !== undefined) await engine.files.deletePrefix(files);
  }
}

type DeletionFacts = Pick<RecordEvent, 'collection' | 'auth' | 'record' | 'db'> & { system?: boolean | undefined };

/** What hooks are told of a record that is to be deleted. */
export function deletionEvent({ system, ...facts }: DeletionFacts): RecordEvent {
  return {
    ...facts,
    system: system ?? false,
    body: { fields: {}, files: {} },
    sent: new Set<string>(),
    original: facts.record,
    requestHash: '',
    authorId: facts.auth?.id ?? '',
  };
}

/** How many superusers there are, who with a lock stay as many until the transaction ends; of another collection nothing. */
async function countSuperusers(
  db: Queryable,
  { name }: Collection,
  lock: 'for update' | '' = '',
): Promise<number | undefined> {
  if (name !== '_superusers') return undefined;
  return (await db.query(`select 1 from _superusers order by id ${lock}`)).length;
}

function refuseLast(superusers: number | undefined): void {
  if (superusers === 1) throw badRequest("You can't delete the only existing superuser.");
}

/** Deletes a row, which must be locked, and what must go or change with it. Throws 400 when a required reference stands in the way. */
export async function removeWithReferences(
  deletion: Deletion,
  { collection, row }: { collection: Collection; row: Row },
): Promise<void> {
  const { engine, tx, gone, begun } = deletion;
  const record = recordFromRow(collection, row);
  begun.add(`${collection.id}/${record.id}`);
  const tell = await engine.realtime.beforeDelete(tx, collection, row);
  for (const reference of referencesTo(engine, collection)) {
    await dropReferences(deletion, { ...reference, id: record.id });
  }
  if (collection.type === 'auth') await deleteAuthTraces(tx, collection, record.id);
  if (await deleteRow(tx, collection, record.id)) gone.push({ tell, files: `${collection.id}/${record.id}/` });
}

async function dropReferences(deletion: Deletion, reference: Reference & { id: string }): Promise<void> {
  const { tx, begun } = deletion;
  const { from } = reference;
  if (await stops(deletion, reference)) throw badRequest(refusal);
  const found = await findReferrers(tx, reference);
  const known = begun.size;
  for (const read of found) {
    if (begun.has(`${from.id}/${String(read.id)}`)) continue;
    // What went along with one before may have left this one's list.
    const referrer = begun.size === known ? read : await findRow(tx, from, String(read.id));
    if (referrer) await dropReference(deletion, { ...reference, referrer });
  }
}

/** True when a relation that is required, and holds nothing else, stands in the way. One such record tells; it alone is waited for and locked. */
async function stops({ tx, begun }: Deletion, { from, field, id }: Reference & { id: string }): Promise<boolean> {
  if (isMultiple(field) || !field.required || field.cascadeDelete) return false;
  const going = [...begun].filter((key) => key.startsWith(`${from.id}/`)).map((key) => key.slice(from.id.length + 1));
  const rows = await tx.query(
    `select 1 from ${quoteName(from.name)} where ${quoteName(columnOf(field))} = $1 and id <> all ($2::text[]) limit 1 for no key update`,
    [id, going],
  );
  return rows.length > 0;
}

type Reference = { from: Collection; field: RelationField };

/** Every relation field that points at a collection. */
export function referencesTo(engine: Engine, target: Collection): Reference[] {
  return engine.collections
    .all()
    .flatMap((from) =>
      from.type === 'view'
        ? []
        : from.fields.flatMap((field) =>
            field.type === 'relation' && field.collectionId === target.id ? [{ from, field }] : [],
          ),
    );
}

/** The rows of which a relation holds an id, locked for what becomes of them. */
export function findReferrers(tx: Queryable, { from, field, id }: Reference & { id: string }): Promise<Row[]> {
  const column = quoteName(columnOf(field));
  const condition = isMultiple(field) ? `${column} @> jsonb_build_array($1::text)` : `${column} = $1`;
  const lock = field.cascadeDelete ? 'update' : 'no key update';
  return tx.query(`select * from ${quoteName(from.name)} where ${condition} order by _seq for ${lock}`, [id]);
}

async function dropReference(
  deletion: Deletion,
  { from, field, referrer, id }: Reference & { referrer: Row; id: string },
): Promise<void> {
  const value = referrer[columnOf(field)];
  const remaining = Array.isArray(value) ? value.filter((item) => item !== id) : [];
  if (remaining.length === 0 && field.cascadeDelete) {
    await removeWithReferences(deletion, { collection: from, row: referrer });
    return;
  }
  if (remaining.length === 0 && field.required) throw badRequest(refusal);
  const changes = { ...touched(deletion.engine, from), [field.name]: isMultiple(field) ? remaining : '' };
  const row = await updateRow(deletion.tx, { collection: from, id: String(referrer.id), changes });
  if (!row) return;
  const { engine, gone } = deletion;
  gone.push({ tell: () => engine.realtime.publish({ collection: from, row, action: 'update' }) });
}

function touched(engine: Engine, { fields }: Collection): Record<string, string> {
  const now = wireDate(engine.clock.nowMs());
  const dates = fields.filter((field) => field.type === 'autodate' && field.onUpdate);
  return Object.fromEntries(dates.map(({ name }) => [name, now]));
}

/** Deletes codes, half-finished sign-ins, links, devices and sessions of an account. */
export async function deleteAuthTraces(tx: Queryable, collection: Collection, id: string): Promise<void> {
  for (const table of ['_otps', '_mfas', '"_externalAuths"', '"_authOrigins"', '_sessions']) {
    await tx.query(`delete from ${table} where "collectionRef" = $1 and "recordRef" = $2`, [collection.id, id]);
  }
}
