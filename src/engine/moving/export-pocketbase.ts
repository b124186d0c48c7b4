import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isThumb } from '../backups/write-backup.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { Collection } from '../collections/collection.ts';
import { findCollections } from '../collections/collection-store.ts';
import { recordFromRow } from '../collections/record-row.ts';
import type { RunningEngine } from '../create-engine.ts';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { privateFile, privateFolder } from '../private-paths.ts';
import type { Settings } from '../settings/settings.ts';
import { wireDate } from '../wire-date.ts';
import { createChecksum } from './checksum.ts';
import type { Comparison } from './compare-records.ts';
import { wireValues } from './copy-line.ts';
import { MoveError } from './move-error.ts';
import { countRows, readTable } from './moving.store.ts';
import { oneLine } from './one-line.ts';
import { chunkRows, openPocketbase, quoteName, readChunks, storageOf } from './open-pocketbase.ts';
import {
  appliedMigrations,
  asPocketbaseHas,
  baseTables,
  collectionRow,
  createTable,
  insertCollection,
  sqliteValue,
} from './pocketbase-schema.ts';

export type ExportReport = { comparisons: Comparison[]; files: number; notes: string[] };
type Written = { collection: Collection; records: number; checksum: string };
type Progress = (step: { name: string; done: number; total: number }) => void;

/**
 * Writes a data folder that PocketBase 0.39 starts on: collections, records, settings and files as they are at one moment. The folder must be
 * new or empty. It holds secrets and password hashes, so only its owner may read it.
 */
export async function exportPocketbase(
  engine: RunningEngine,
  folder: string,
  onProgress: Progress,
): Promise<ExportReport> {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) throw new MoveError([`${target} is not empty.`]);
  await mkdir(target, { recursive: true, mode: privateFolder });
  const path = join(target, 'data.db');
  await writeFile(path, '', { mode: privateFile });
  const db = new DatabaseSync(path);
  const notes: string[] = [];
  try {
    // Nobody reads it before it is whole.
    db.exec('pragma journal_mode = memory; pragma synchronous = off');
    const read = (tx: Transaction) => writeDatabase(engine, tx, { db, notes, onProgress });
    const written = await engine.db.transaction(read, { isLong: true });
    db.exec('pragma synchronous = full; pragma journal_mode = delete');
    const files = await writeFiles(engine, target, new Set(written.map(({ collection }) => collection.id)));
    return { comparisons: compare(target, written), files, notes };
  } catch (error) {
    // Half a folder would be taken for a whole one.
    for (const part of ['data.db', 'storage']) await rm(join(target, part), { recursive: true, force: true });
    throw error;
  } finally {
    db.close();
  }
}

type Writing = { db: DatabaseSync; notes: string[]; onRecords: (name: string, count: number) => void };

type Target = { db: DatabaseSync; notes: string[]; onProgress: Progress };

async function writeDatabase(
  engine: RunningEngine,
  tx: Transaction,
  { db, notes, onProgress }: Target,
): Promise<Written[]> {
  await tx.query('set transaction isolation level repeatable read, read only');
  await tx.query('set local idle_in_transaction_session_timeout = 0');
  const collections = (await findCollections(tx)).map(asPocketbaseHas);
  const now = wireDate(engine.clock.nowMs());
  db.exec(`begin; ${baseTables}`);
  const migration = db.prepare('insert into _migrations (file, applied) values (?, ?)');
  for (const file of appliedMigrations) migration.run(file, engine.clock.nowMs() * 1000);
  db.prepare("insert into _params (id, value, created, updated) values ('settings', ?, ?, ?)").run(
    JSON.stringify(withoutStore(engine.settings.current())),
    now,
    now,
  );
  const tables = collections.filter(({ type }) => type !== 'view');
  let total = 0;
  for (const { name } of tables) total += await countRows(tx, name);
  let done = 0;
  const onRecords = (name: string, count: number) => {
    done += count;
    onProgress({ name, done, total });
  };
  const written: Written[] = [];
  for (const collection of tables) written.push(await writeTable(tx, collection, { db, notes, onRecords }));
  writeViews(
    db,
    collections.filter(({ type }) => type === 'view'),
    notes,
  );
  db.exec('commit');
  notes.push(
    'The product’s own collections can be read there by the same rules and written by superusers only: what guards them here is code.',
    'What is kept outside of collections (the ledger, sessions, logs, queues) is not part of the folder.',
  );
  return written;
}

// The files are in the folder, and a schedule of backups belongs to this machine.
function withoutStore({ budgets: _budgets, ...settings }: Settings): object {
  const off = {
    enabled: false,
    bucket: '',
    region: '',
    endpoint: '',
    accessKey: '',
    secret: '',
    forcePathStyle: false,
  };
  return { ...settings, s3: off, backups: { ...settings.backups, cron: '', s3: off } };
}

async function writeTable(
  tx: Transaction,
  collection: Collection,
  { db, notes, onRecords }: Writing,
): Promise<Written> {
  const { name, fields } = collection;
  db.exec(createTable(collection));
  const marks = fields.map(() => '?').join(', ');
  const columns = fields.map((field) => quoteName(field.name)).join(', ');
  const insert = db.prepare(`insert into ${quoteName(name)} (${columns}) values (${marks})`);
  const checksum = createChecksum();
  let records = 0;
  let unusable = 0;
  for await (const rows of readTable(tx, name, chunkRows)) {
    for (const row of rows) {
      const record = recordFromRow(collection, row);
      checksum.add(canonicalJson(wireValues(fields, record)));
      insert.run(...fields.map((field) => sqliteValue(field, record[field.name])));
      if (collection.auth && !/^\$2[aby]\$/.test(String(record.password))) unusable++;
    }
    records += rows.length;
    onRecords(name, rows.length);
  }
  if (unusable > 0) {
    notes.push(
      `${unusable} accounts of ${name} have a password that PocketBase cannot check (argon2): they sign in there after a reset${name === '_superusers' ? ', superusers after `pocketbase superuser upsert`' : ''}.`,
    );
  }
  db.prepare(insertCollection).run(...collectionRow({ ...collection, indexes: writeIndexes(db, collection, notes) }));
  return { collection, records, checksum: checksum.text() };
}

function writeIndexes(db: DatabaseSync, { name, indexes }: Collection, notes: string[]): string[] {
  return indexes.filter((text) => {
    try {
      db.exec(text);
      return true;
    } catch (error) {
      notes.push(`An index of ${name} was left out: ${oneLine(text)} (${reasonOf(error)})`);
      return false;
    }
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// A view may read another one: in the order in which they were made here.
function writeViews(db: DatabaseSync, views: readonly Collection[], notes: string[]): void {
  for (const view of views) {
    try {
      db.exec(`create view \`${view.name}\` as select * from (${view.viewQuery})`);
      db.prepare(`select * from \`${view.name}\` limit 1`).all();
      db.prepare(insertCollection).run(...collectionRow(view));
    } catch (error) {
      db.exec(`drop view if exists \`${view.name}\``);
      notes.push(`The view ${view.name} was left out: ${oneLine(view.viewQuery)} (${reasonOf(error)})`);
    }
  }
}

async function writeFiles(engine: Engine, target: string, collections: ReadonlySet<string>): Promise<number> {
  let count = 0;
  for (const key of await engine.files.list()) {
    if (isThumb(key) || !collections.has(key.split('/')[0] ?? '')) continue;
    const file = await engine.files.get(key);
    if (!file) continue;
    const path = join(storageOf(target), key);
    await mkdir(dirname(path), { recursive: true, mode: privateFolder });
    await writeFile(path, file.bytes, { mode: privateFile });
    await writeFile(`${path}.attrs`, `${JSON.stringify(attributesOf(file))}\n`, { mode: privateFile });
    count++;
  }
  return count;
}

function attributesOf({ bytes, contentType }: { bytes: Buffer; contentType: string }): object {
  return {
    'user.cache_control': '',
    'user.content_disposition': '',
    'user.content_encoding': '',
    'user.content_language': '',
    'user.content_type': contentType,
    'user.metadata': null,
    md5: hash('md5', bytes, 'base64'),
  };
}

/** What the folder holds, read as an import would, beside what was to be written. */
function compare(target: string, written: readonly Written[]): Comparison[] {
  const source = openPocketbase(target);
  try {
    return written.map(({ collection: { name, fields }, records, checksum }) => {
      const sum = createChecksum();
      let count = 0;
      for (const rows of readChunks(source, name)) {
        count += rows.length;
        for (const { values } of rows) sum.add(canonicalJson(wireValues(fields, values)));
      }
      const there = { records: count, checksum: sum.text(), files: 0 };
      const here = { records, checksum, files: 0 };
      const isEqual = count === records && sum.text() === checksum;
      return { name, there, here, isEqual, faults: isEqual ? [] : [`${name} was not written as it is here.`] };
    });
  } finally {
    source.close();
  }
}
