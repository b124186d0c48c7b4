import type { Engine } from '../engine.ts';
import { cleanImage } from '../files/clean-image.ts';
import type { FileStore } from '../files/file-store.ts';
import { callerOf } from '../http/caller-of.ts';
import { copyLine, wireValues } from './copy-line.ts';
import type { ImportPlan, MovedCollection } from './import-plan.ts';
import { copyRows, type ImportState, mergeRows, saveImportState } from './moving.store.ts';
import { type PocketbaseFolder, readChunks, type SourceRow } from './open-pocketbase.ts';

export type Copying = {
  engine: Engine;
  source: PocketbaseFolder;
  files: FileStore;
  plan: ImportPlan;
  state: ImportState;
  /** Told after each chunk how many records it was. */
  onRecords: (name: string, count: number) => void;
};

/** Takes the records of a collection, and their files, from where an earlier run stopped. */
export async function copyRecords(copying: Copying, moved: MovedCollection): Promise<void> {
  const { engine, source, state } = copying;
  const { name } = moved.source;
  for (const rows of readChunks(source, name, state.places[name])) {
    const records = recordsOf(copying.plan, moved, rows);
    // Files first: a record that can be read has its files, and a run that is broken off here copies them again.
    for (const record of records) await copyFiles(copying, moved, record);
    const lines = records.map((record) => copyLine(moved.fields, record));
    const target = { table: moved.collection.name, fields: moved.fields, lines };
    state.places[name] = rows.at(-1)?.place ?? 0;
    await engine.db.transaction(
      async (tx) => {
        if (moved.kind === 'made') await copyRows(tx, target);
        else await mergeRows(tx, target);
        await saveImportState(tx, state, engine.clock.nowMs());
      },
      { isLong: true },
    );
    copying.onRecords(name, rows.length);
  }
}

/** Rows as records here: superusers that are here already are none, nor is what speaks of collections that were left out. */
export function recordsOf(
  { ids, present }: ImportPlan,
  { kind, fields }: MovedCollection,
  rows: readonly SourceRow[],
): Array<Record<string, unknown>> {
  const records = rows.map(({ values }) => wireValues(fields, values));
  if (kind !== 'system') return records;
  return records.flatMap((record) => {
    if (present.has(String(record.recordRef ?? record.id))) return [];
    if (record.collectionRef === undefined) return [record];
    const collectionRef = ids.get(String(record.collectionRef));
    return collectionRef === undefined ? [] : [{ ...record, collectionRef }];
  });
}

/** The names of a record's files, with the field that each belongs to. */
export function fileNamesOf(
  { fields }: MovedCollection,
  record: Record<string, unknown>,
): Array<{ field: string; name: string }> {
  return fields.flatMap((field) => {
    if (field.type !== 'file') return [];
    const value = record[field.name];
    const names = Array.isArray(value) ? value.map(String) : [String(value ?? '')];
    return names.filter(isFileName).map((name) => ({ field: field.name, name }));
  });
}

// A name that leads elsewhere is none of a stored file.
function isFileName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\]/.test(name);
}

async function copyFiles({ engine, files }: Copying, moved: MovedCollection, record: Record<string, unknown>) {
  const { source, collection } = moved;
  for (const { field, name } of fileNamesOf(moved, record)) {
    const file = await files.get(`${source.id}/${record.id}/${name}`);
    if (!file) continue;
    const bytes = isCleaned(moved, field) ? await cleaned(engine, file) : file.bytes;
    if (bytes) await engine.files.put(`${collection.id}/${record.id}/${name}`, bytes, file.contentType);
  }
}

/** True for images that are stored written anew here: their bytes are others than they were. */
export function isCleaned({ kind, collection }: MovedCollection, field: string): boolean {
  return kind !== 'made' && collection.cleanImages?.includes(field) === true;
}

async function cleaned(
  { foreignWork }: Engine,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
): Promise<Buffer | undefined> {
  const clean = await cleanImage(foreignWork, { bytes, type: contentType }, { by: callerOf(null, undefined) });
  return clean.ok ? clean.bytes : undefined;
}
