import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MoveError } from './move-error.ts';

/** How many records are moved at a time; what an import that is broken off has to do again at most. */
export const chunkRows = 5000;

/** A row as SQLite holds it, with its place in the table. */
export type SourceRow = { place: number; values: Record<string, unknown> };

export type SourceCollection = {
  id: string;
  name: string;
  type: 'base' | 'auth' | 'view';
  system: boolean;
  /** The collection's settings as the collections API takes them, secrets included. */
  settings: Record<string, unknown>;
  count: number;
};

/** A data folder of PocketBase, read as it was when it was opened. Nothing in it is changed. */
export type PocketbaseFolder = {
  folder: string;
  collections: SourceCollection[];
  /** The stored settings; undefined when they are encrypted. */
  settings: Record<string, unknown> | undefined;
  /** The rows of a table behind a place, in the order they were made. */
  rowsAfter: (name: string, place: number, limit: number) => SourceRow[];
  close: () => void;
};

/** Opens a data folder of PocketBase from 0.23 on. Throws a MoveError for another folder. */
export function openPocketbase(folder: string): PocketbaseFolder {
  const path = resolve(folder, 'data.db');
  if (!existsSync(path))
    throw new MoveError([`There is no data.db in ${resolve(folder)}: name PocketBase's pb_data folder.`]);
  const db = openDatabase(path);
  try {
    // Of a PocketBase that still runs everything is read as it is at this moment.
    db.exec('begin');
    return {
      folder: resolve(folder),
      collections: readCollections(db),
      settings: readSettings(db),
      rowsAfter: (name, place, limit) => readRows(db, name, { place, limit }),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    if (error instanceof MoveError) throw error;
    throw new MoveError([
      `${path} cannot be read as a database of PocketBase: ${error instanceof Error ? error.message : error}.`,
    ]);
  }
}

function openDatabase(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw new MoveError([`${path} cannot be opened: ${error instanceof Error ? error.message : error}.`]);
  }
}

/** A name as SQLite reads it as a name, whatever is in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function readCollections(db: DatabaseSync): SourceCollection[] {
  const columns = db
    .prepare('select name from pragma_table_info(?)')
    .all('_collections')
    .map((row) => row.name);
  if (!columns.includes('fields') || !columns.includes('options')) {
    throw new MoveError([
      'This folder is of a PocketBase before 0.23: start it once with a newer one, which converts it.',
    ]);
  }
  return db
    .prepare('select * from _collections order by rowid')
    .all()
    .map((row) => readCollection(db, row));
}

function readCollection(db: DatabaseSync, row: Record<string, unknown>): SourceCollection {
  const { fields, indexes, options, system, ...plain } = row;
  const type = plain.type === 'auth' || plain.type === 'view' ? plain.type : 'base';
  const settings = {
    ...parse(options, {}),
    ...plain,
    system: system === 1,
    fields: parse<unknown[]>(fields, []),
    indexes: parse<unknown[]>(indexes, []),
  };
  const name = String(plain.name);
  const [counted] = type === 'view' ? [] : db.prepare(`select count(*) as count from ${quoteName(name)}`).all();
  return { id: String(plain.id), name, type, system: system === 1, settings, count: Number(counted?.count ?? 0) };
}

function readSettings(db: DatabaseSync): Record<string, unknown> | undefined {
  const [row] = db.prepare("select cast(value as text) as value from _params where id = 'settings'").all();
  if (!row) return {};
  try {
    const settings: unknown = JSON.parse(String(row.value));
    return typeof settings === 'object' && settings !== null ? (settings as Record<string, unknown>) : undefined;
  } catch {
    // An encrypted text is no JSON.
    return undefined;
  }
}

function readRows(db: DatabaseSync, name: string, { place, limit }: { place: number; limit: number }): SourceRow[] {
  const statement = db.prepare(
    `select rowid as "@place", * from ${quoteName(name)} where rowid > ? order by rowid limit ?`,
  );
  // A number too large for JavaScript would end the reading; as a float it is what PocketBase answers.
  statement.setReadBigInts(true);
  return statement
    .all(place, limit)
    .map(({ '@place': at, ...values }) => ({ place: Number(at), values: plainValues(values) }));
}

function plainValues(values: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'bigint') values[name] = Number(value);
    else if (value instanceof Uint8Array) values[name] = Buffer.from(value).toString('utf8');
  }
  return values;
}

function parse<T>(text: unknown, otherwise: T): T {
  if (text === null || text === undefined || text === '') return otherwise;
  return (JSON.parse(text instanceof Uint8Array ? Buffer.from(text).toString('utf8') : String(text)) as T) ?? otherwise;
}

/** The rows of a table behind a place in chunks, in the order they were made. */
export function* readChunks(source: PocketbaseFolder, name: string, place = 0): Generator<SourceRow[]> {
  for (let last = place; ; ) {
    const rows = source.rowsAfter(name, last, chunkRows);
    const end = rows.at(-1);
    if (!end) return;
    last = end.place;
    yield rows;
  }
}

/** Where the files of a data folder lie, by `<collectionId>/<recordId>/<name>`. */
export function storageOf(folder: string): string {
  return join(folder, 'storage');
}
