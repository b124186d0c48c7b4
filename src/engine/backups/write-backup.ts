import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { type BackupTable, copyTarget, findMigrations, findTables } from './backup-tables.ts';

/** What a backup says of itself, in its entry `manifest.json`. */
export type Manifest = {
  format: 'kerbside-backup';
  version: 1;
  /** Instant, ISO. */
  created: string;
  migrations: string[];
  tables: BackupTable[];
};

/**
 * Writes a backup to `path` while everything goes on: the tables as they were at one moment, then the files that are there. `tx` becomes
 * that moment; nothing may have been asked of it.
 */
export async function writeBackup(engine: Engine, tx: Transaction, path: string): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
  const tables = await findTables(tx);
  const manifest: Manifest = {
    format: 'kerbside-backup',
    version: 1,
    created: new Date(engine.clock.nowMs()).toISOString(),
    migrations: await findMigrations(tx),
    tables,
  };
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(path, { flush: true }));
  zip.on('error', () => zip.outputStream.emit('error', new Error('A part of the backup could not be read.')));
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  for (const table of tables) {
    // Opened when it is its turn: one connection copies one table at a time.
    zip.addReadStreamLazy(`database/${table.name}`, (give) =>
      give(null, tx.copyOut(`copy ${copyTarget(table)} to stdout`)),
    );
  }
  for (const key of await engine.files.list()) {
    if (isThumb(key)) continue;
    zip.addReadStreamLazy(`files/${key}`, { compress: false }, (give) => {
      engine.files.get(key).then(
        // A file that was deleted since belongs to no record of that moment's future; an empty one keeps the order of entries.
        (file) => give(null, Readable.from(file ? [file.bytes] : [], { objectMode: false })),
        (error: Error) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  await written;
}

/** Thumbnails are made again when they are asked for. */
export function isThumb(key: string): boolean {
  return /\/thumbs_[^/]+\//.test(key);
}
