import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { openS3 } from '../files/open-s3.ts';
import { sniffType } from '../files/sniff-type.ts';
import { ApiError, badRequest } from '../http/api-error.ts';
import { type BackupKeyOptions, type BackupKeys, createBackupKeys, isEncrypted } from './backup-keys.ts';
import { type BackupStore, createLocalBackupStore, createS3BackupStore } from './backup-store.ts';
import { findMigrations } from './backup-tables.ts';
import { NoBackup, type OpenBackup, openBackup } from './read-backup.ts';
import { restoreDatabase } from './restore-database.ts';
import { createUnfinishedFolders } from './unfinished-folders.ts';
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
  /** Throws 400 where a backup would leave the machine of a real marketplace and anybody could read it there. */
  refusePlainInBucket: () => void;
  /** A folder for unfinished files, removed when `use` is done. */
  withFolder: <T>(use: (folder: string) => Promise<T>) => Promise<T>;
  /** Comes back when what goes on in the background is done. */
  done: () => Promise<void>;
};

export type BackupsOptions = {
  getEngine: () => Engine;
  folder: string;
  /** The operator's keys; without any, backups are not encrypted. */
  keys?: BackupKeyOptions | undefined;
  /** Tells every server that everything may be different now. */
  tellRestored: () => Promise<void>;
};

// One backup or restoring at a time, on all servers.
const lock = 7_261_180_043;

/** Backups of an engine, kept below `folder` or in the bucket that the settings name for them. */
export function createBackups({ getEngine, folder, tellRestored, ...options }: BackupsOptions): Backups {
  const keys = createBackupKeys(options.keys ?? { recipients: [], readIdentities: async () => [] });
  const unfinished = createUnfinishedFolders(folder);
  let active: string | undefined;
  let background = Promise.resolve();

  function store(): BackupStore {
    const { s3 } = getEngine().settings.current().backups;
    return s3.enabled ? createS3BackupStore(openS3(s3)) : createLocalBackupStore(folder);
  }

  /** Runs `work` while no other backup goes on anywhere; throws 400 when one does. */
  async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    return getEngine().db.transaction(async (tx) => {
      // The lock rests as long as the work takes, which the server's limits for requests would end.
      await tx.query('set local idle_in_transaction_session_timeout = 0');
      if (!(await tryLock(tx))) throw busy();
      await unfinished.sweep();
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
    const stored = `${path}.stored`;
    await pipeline(found.stream, createWriteStream(stored, { mode: 0o600 }));
    if (await isEncrypted(stored)) await keys.decrypt(stored, path);
    else await rename(stored, path);
  }

  async function bringBack(path: string): Promise<void> {
    const engine = getEngine();
    const backup = await openBackup(path);
    try {
      const before = await engine.files.list();
      // Files first: whatever happens then, no record is without its file.
      for (const key of backup.files) await putFile(engine, backup, key);
      await engine.db.transaction((tx) => restoreDatabase(tx, backup), { isLong: true });
      await tellRestored();
      const kept = new Set(backup.files);
      for (const key of before) if (!kept.has(key) || isThumb(key)) await engine.files.delete(key);
    } finally {
      backup.close();
    }
  }

  return {
    store,
    refusePlainInBucket: () => refusePlainInBucket(getEngine(), keys),
    withFolder: unfinished.use,
    active: () => active,
    done: () => background,
    async create(name) {
      const engine = getEngine();
      try {
        await alone(name, () =>
          unfinished.use(async (place) => {
            const path = join(place, name);
            await engine.db.transaction((tx) => writeBackup(engine, tx, { path, keys }), { isLong: true });
            await store().put(name, path);
          }),
        );
      } catch (error) {
        throw tellFailure(engine, name, error);
      }
    },
    async restore(name) {
      const engine = getEngine();
      const started = Promise.withResolvers<void>();
      const work = alone(name, () =>
        unfinished.use(async (place) => {
          const path = join(place, 'backup.zip');
          await asRefusal(async () => {
            await fetchBackup(name, path);
            await checkBackup(engine, path);
          });
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

/** What leaves the machine of a real marketplace is readable with the operator's key only. */
function refusePlainInBucket({ settings, isDevelopment }: Engine, { isEncrypting }: BackupKeys): void {
  if (isDevelopment || isEncrypting || !settings.current().backups.s3.enabled) return;
  throw badRequest('A backup in a bucket has to be encrypted: set BACKUP_RECIPIENT on the server.');
}

/** The refusal of a backup that could not be made; why is in the log. */
function tellFailure({ log }: Engine, name: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  log.error({ err: error, backup: name }, 'A backup could not be made.');
  const reason = isDiskFull(error) ? ' The disk is full.' : '';
  return new ApiError(400, `Failed to create backup.${reason}`, {}, { cause: error });
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

async function tryLock(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [lock]);
  return row?.free === true;
}

function busy() {
  return badRequest('Try again later - another backup/restore process has already been started.');
}

/** Throws `NoBackup` for a file that is no backup of this version of the product. */
async function checkBackup(engine: Engine, path: string): Promise<void> {
  const backup = await openBackup(path);
  backup.close();
  const migrations = await findMigrations(engine.db);
  if (backup.manifest.migrations.join() !== migrations.join()) {
    throw new NoBackup('It was made by another version of the product; restore it there and upgrade then.');
  }
}

async function asRefusal(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof NoBackup) throw badRequest(`Missing or invalid backup file. ${error.message}`);
    throw error;
  }
}

async function putFile(engine: Engine, backup: OpenBackup, key: string): Promise<void> {
  const bytes = await buffer(await backup.openFile(key));
  await engine.files.put(key, bytes, sniffType(bytes).type);
}
