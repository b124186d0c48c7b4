import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { privateFile } from '../private-paths.ts';
import type { BackupKeys } from './backup-keys.ts';
import { type BackupTable, findMigrations, findTables } from './backup-tables.ts';
import { copySource } from './copy-source.ts';
import { findOwnHistory } from './histories.store.ts';

/** What a backup says of itself, in its entry `manifest.json`. */
export type Manifest = {
  format: 'kerbside-backup';
  /** Since 2 a backup that is not encrypted lacks what tokens are signed with: whatever knows 1 alone would restore nothing in its place. */
  version: 1 | 2;
  /** Instant, ISO. */
  created: string;
  migrations: string[];
  /** The name of the history of the database that made it (histories.store.ts); none in backups of earlier builds. */
  history?: string | undefined;
  tables: BackupTable[];
};

type Target = { path: string; keys: BackupKeys };

/**
 * Writes a backup to `path` while everything goes on: the tables as they were at one moment, then the files that are there. `tx` becomes
 * that moment; nothing may have been asked of it. Throws when a row or a file can't be read or the disk takes no more, and lets all go.
 */
export async function writeBackup(engine: Engine, tx: Transaction, { path, keys }: Target): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
  await tx.query('set local idle_in_transaction_session_timeout = 0');
  const tables = await findTables(tx);
  const manifest: Manifest = {
    format: 'kerbside-backup',
    version: 2,
    created: new Date(engine.clock.nowMs()).toISOString(),
    migrations: await findMigrations(tx),
    history: await findOwnHistory(tx),
    tables,
  };
  const files = (await engine.files.list()).filter((key) => !isThumb(key));
  await writeZip({ path, keys }, (zip, watch) => {
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
    for (const table of tables) {
      // Opened when it is its turn: one connection copies one table at a time.
      zip.addReadStreamLazy(`database/${table.name}`, (give) =>
        give(null, watch(tx.copyOut(`copy ${copySource(table, keys)} to stdout`))),
      );
    }
    for (const key of files) {
      zip.addReadStreamLazy(`files/${key}`, { compress: false }, (give) => {
        engine.files.stream(key).then(
          // A file that was deleted since belongs to no record of that moment's future; an empty one keeps the order of entries.
          (bytes) => give(null, watch(bytes ?? Readable.from([], { objectMode: false }))),
          (error: Error) => give(error, Readable.from([])),
        );
      });
    }
  });
}

type Watch = (source: Readable) => Readable;

/**
 * The library does not listen to the streams it is given, nor lets go of the one that it reads when all ends early: `watch` makes the error of each that
 * of the whole, and the end of the whole that of each.
 */
async function writeZip({ path, keys }: Target, add: (zip: yazl.ZipFile, watch: Watch) => void): Promise<void> {
  const zip = new yazl.ZipFile();
  const broken = new AbortController();
  const fail = (error: Error) => broken.abort(error);
  zip.on('error', fail);
  const sources = new Set<Readable>();
  const watch: Watch = (source) => {
    sources.add(source);
    return source.on('error', fail).once('close', () => sources.delete(source));
  };
  const file = createWriteStream(path, { flush: true, mode: privateFile });
  try {
    const bytes = await keys.encrypt(zip.outputStream as Readable);
    const written = pipeline(bytes, file, { signal: broken.signal });
    add(zip, watch);
    zip.end();
    await written;
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error;
  } finally {
    for (const source of sources) source.destroy();
  }
}

/** Thumbnails are made again when they are asked for. */
export function isThumb(key: string): boolean {
  return /\/thumbs_[^/]+\//.test(key);
}
