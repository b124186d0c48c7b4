import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { openS3 } from '../files/open-s3.ts';
import { sniffType } from '../files/sniff-type.ts';
import { ApiError, badRequest } from '../http/api-error.ts';
import { type BackupStore, createLocalBackupStore, createS3BackupStore } from './backup-store.ts';
import { findMigrations } from './backup-tables.ts';
import { NoBackup, type OpenBackup, openBackup } from './read-backup.ts';
import { restoreDatabase } from './restore-database.ts';
import { isThumb, writeBackup } from './write-backup.ts';

export type Backups = {
  /** Where the settings say that backups lie. */
  store: () => BackupStore;
  /** Makes a backup of everything; the server goes on meanwhile. */
  create: (name: string) => Promise<void>;
  /** Checks a backup, then brings everything back to it in the background. */
  restore: (name: string) => Promise<void>;
  isBusy: () => Promise<boolean>;
  /** The name of the backup that is being made or restored here. */
  active: () => string | undefined;
  /** A folder for unfinished files, removed when `use` is done. */
  withFolder: <T>(use: (folder: string) => Promise<T>) => Promise<T>;
  /** Comes back when what goes on in the background is done. */
  done: () => Promise<void>;
};

export type BackupsOptions = {
  getEngine: () => Engine;
  folder: string;
  /** Tells every server that everything may be different now. */
  tellRestored: () => Promise<void>;
};

// One backup or restoring at a time, on all servers.
const lock = 7_261_180_043;

/** Backups of an engine, kept below `folder` or in the bucket that the settings name for them. */
export function createBackups({ getEngine, folder, tellRestored }: BackupsOptions): Backups {
  let active: string | undefined;
  let background = Promise.resolve();

  function store(): BackupStore {
    const { s3 } = getEngine().settings.current().backups;
    return s3.enabled ? createS3BackupStore(openS3(s3)) : createLocalBackupStore(folder);
  }

  async function withFolder<T>(use: (unfinished: string) => Promise<T>): Promise<T> {
    await mkdir(folder, { recursive: true });
    const unfinished = await mkdtemp(join(folder, '.unfinished-'));
    try {
      return await use(unfinished);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }

  /** Runs `work` while no other backup goes on anywhere; throws 400 when one does. */
  async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    return getEngine().db.transaction(async (tx) => {
      if (!(await tryLock(tx))) throw busy();
      active = name;
      try {
        return await work();
      } finally {
        active = undefined;
      }
    });
  }

  async function fetchBackup(name: string, path: string): Promise<void> {
    const found = await store().open(name);
    if (!found) throw badRequest('Missing or invalid backup file.');
    await pipeline(found.stream, createWriteStream(path));
  }

  async function bringBack(path: string): Promise<void> {
    const engine = getEngine();
    const backup = await openBackup(path);
    try {
      const before = await engine.files.list();
      // Files first: whatever happens then, no record is without its file.
      for (const key of backup.files) await putFile(engine, backup, key);
      await engine.db.transaction((tx) => restoreDatabase(tx, backup));
      await tellRestored();
      const kept = new Set(backup.files);
      for (const key of before) if (!kept.has(key) || isThumb(key)) await engine.files.delete(key);
    } finally {
      backup.close();
    }
  }

  return {
    store,
    withFolder,
    active: () => active,
    done: () => background,
    create: (name) =>
      alone(name, () =>
        withFolder(async (unfinished) => {
          const path = join(unfinished, name);
          const engine = getEngine();
          await engine.db.transaction((tx) => writeBackup(engine, tx, path));
          await store().put(name, path);
        }),
      ),
    async restore(name) {
      const engine = getEngine();
      const started = Promise.withResolvers<void>();
      const work = alone(name, () =>
        withFolder(async (unfinished) => {
          const path = join(unfinished, 'backup.zip');
          await fetchBackup(name, path);
          await checkBackup(engine, path);
          started.resolve();
          await bringBack(path);
          engine.log.info({ backup: name }, 'A backup was restored.');
        }),
      );
      background = work.catch((error: unknown) => {
        started.reject(error);
        // What is no backup is the asker's affair, who is answered with it.
        if (error instanceof ApiError) return;
        engine.log.error({ err: error, backup: name }, 'A backup could not be restored; everything is as it was.');
      });
      await started.promise;
    },
    isBusy: () => getEngine().db.transaction(async (tx) => !(await tryLock(tx))),
  };
}

async function tryLock(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [lock]);
  return row?.free === true;
}

function busy() {
  return badRequest('Try again later - another backup/restore process has already been started.');
}

/** Throws 400 for a file that is no backup of this version of the product. */
async function checkBackup(engine: Engine, path: string): Promise<void> {
  try {
    const backup = await openBackup(path);
    backup.close();
    const migrations = await findMigrations(engine.db);
    if (backup.manifest.migrations.join() !== migrations.join()) {
      throw new NoBackup('It was made by another version of the product; restore it there and upgrade then.');
    }
  } catch (error) {
    if (error instanceof NoBackup) throw badRequest(`Missing or invalid backup file. ${error.message}`);
    throw error;
  }
}

async function putFile(engine: Engine, backup: OpenBackup, key: string): Promise<void> {
  const bytes = await buffer(await backup.openFile(key));
  await engine.files.put(key, bytes, sniffType(bytes).type);
}
