import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import type { Collection } from '../collections/collection.ts';
import { databaseErrorCode, type Queryable, type Row } from '../database/database.ts';
import { ApiError } from '../http/api-error.ts';
import type { RequestBody } from '../http/route.ts';
import type { RecordEvent } from './record-hooks.ts';
import { findRow } from './record-store.ts';

/** Two bodies with the same hash ask for the same: fields in any order, the id left out, files by content. */
export function hashRequest(body: RequestBody): string {
  const { id: _id, ...fields } = body.fields;
  const hash = createHash('sha256').update(canonicalJson(fields));
  for (const name of Object.keys(body.files).sort()) {
    for (const file of body.files[name] ?? []) hash.update(`\0${name}\0${file.name}\0`).update(file.bytes);
  }
  return hash.digest('base64url');
}

/** A used id with another body, or by another user: 409 `id_reused` (docs/api.md). */
export function idReused(): ApiError {
  return new ApiError(409, 'Failed to create record.', {
    id: { code: 'id_reused', message: 'This id was used for something else.' },
  });
}

/** The first record of a repeated create, undefined when the id is free; throws 409 when it was used for something else. */
export async function findFirstCreate(
  db: Queryable,
  {
    collection,
    id,
    authorId,
    requestHash,
  }: { collection: Collection; id: string; authorId: string; requestHash: string },
): Promise<Row | undefined> {
  const row = await findRow(db, collection, id);
  if (!row) return undefined;
  if (row._author !== authorId || row._request_hash !== requestHash) throw idReused();
  return row;
}

type Chosen = {
  event: RecordEvent;
  /** A feature that writes by itself looks for the first one in its own round trip. */
  looksItself: boolean;
};

/**
 * What a chosen id answers, of every collection alike: the first record of an equal create, else a new one. Looked for before anything is judged, as a
 * repeat is refused by what the first did; and again after any refusal, as equal creates at the same moment find no first one before.
 */
export async function firstOrNew(
  db: Queryable,
  { event, looksItself }: Chosen,
  create: () => Promise<Row>,
): Promise<Row> {
  // Hooks may say anew what makes two bodies the same.
  const findFirst = () => findFirstCreate(db, { ...event, id: String(event.record.id) });
  const before = looksItself ? undefined : await findFirst();
  if (before) return before;
  try {
    return await create();
  } catch (error) {
    const isRefusal = error instanceof ApiError || databaseErrorCode(error) === '23505';
    const meanwhile = isRefusal ? await findFirst() : undefined;
    if (meanwhile) return meanwhile;
    throw error;
  }
}
