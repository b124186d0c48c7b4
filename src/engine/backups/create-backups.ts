import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database, Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { isDiskFull } from '../files/is-disk-full.ts';
import { openS3 } from '../files/open-s3.ts';
import { ApiError, badRequest } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { privateFile } from '../private-paths.ts';
import { type BackupKeyOptions, type BackupKeys, createBackupKeys, isEncrypted } from './backup-keys.ts';
import { type BackupStore, createLocalBackupStore, createS3BackupStore } from './backup-store.ts';
import type { Pause } from './create-pause.ts';
import type { Restoration } from './create-restoration.ts';
import { nameHistory } from './histories.store.ts';
import { restoreBackup } from './restore-backup.ts';
import { endLostRestores, findRestores, type StoredRestore } from './restores.store.ts';
import { createUnfinishedFolders } from './unfinished-folders.ts';
import { writeBackup } from './write-backup.ts';

export type Backups = {
  /** Where the settings say that backups lie. */
  store: () => BackupStore;
  /** Makes a backup of everything; the server goes on meanwhile. */
  create: (name: string) => Promise<void>;
  /** Checks a backup, then brings everything back to it in the background. */
  restore: (name: string, auth: AuthRecord | null) => Promise<void>;
  /** What came of the latest ones, newest first. */
  restores: () => Promise<StoredRestore[]>;
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
  /** Tells every server that everything may be different now, and knows what must hold. */
  restoration: Restoration;
  pause: Pause;
  /** The migrations of this version. */
  migrationsFolder: string;
};

const shownRestores = 50;

// One backup or restoring at a time, on all servers.
const lock = 7_261_180_043;

/** Backups of an engine, kept below `folder` or in the bucket that the settings name for them. */
export function createBackups({ getEngine, folder, ...options }: BackupsOptions): Backups {
  const { restoration, pause, migrationsFolder } = options;
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

  async function fetchBackup(name: string, path: string): Promise<string> {
    const found = await store().open(name);
    if (!found) throw badRequest('Missing or invalid backup file.');
    const stored = `${path}.stored`;
    await pipeline(found.stream, createWriteStream(stored, { mode: privateFile }));
    if (!(await isEncrypted(stored))) return stored;
    await keys.decrypt(stored, path);
    return path;
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
            await nameHistory(engine.db);
            await engine.db.transaction((tx) => writeBackup(engine, tx, { path, keys }), { isLong: true });
            await store().put(name, path);
          }),
        );
      } catch (error) {
        throw tellFailure(engine, name, error);
      }
    },
    async restore(name, auth) {
      const engine = getEngine();
      const { promise, resolve: onAccepted, reject } = Promise.withResolvers<void>();
      const work = alone(name, () =>
        unfinished.use((place) => {
          const fetch = () => fetchBackup(name, join(place, 'backup.zip'));
          // By then it lies in a folder of its own: the stored one may be deleted.
          const accept = () => {
            active = undefined;
            onAccepted();
          };
          return restoreBackup(
            { engine, pause, restoration, migrationsFolder },
            { name, auth, fetch, folder: place, onAccepted: accept },
          );
        }),
      );
      background = work.then(
        () => engine.log.info({ backup: name }, 'A backup was restored.'),
        (error: unknown) => {
          reject(error);
          // What is no backup is the asker's affair, who is answered with it.
          if (error instanceof ApiError) return;
          engine.log.error({ err: error, backup: name }, 'A backup could not be restored; everything is as it was.');
        },
      );
      await promise;
    },
    async restores() {
      const { db, clock } = getEngine();
      if (!(await isBusy(db))) await endLostRestores(db, clock.nowMs());
      const [latest, ...earlier] = await findRestores(db, shownRestores);
      if (!latest) return [];
      // All is there, but what was remembered is being forgotten, and calls are still asked to come again.
      const isWaitedFor = latest.state === 'done' && pause.isOn();
      return [isWaitedFor ? { ...latest, state: 'restoring', finished: null } : latest, ...earlier];
    },
    isBusy: () => isBusy(getEngine().db),
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

function isBusy(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => !(await tryLock(tx)));
}

async function tryLock(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [lock]);
  return row?.free === true;
}

function busy() {
  return badRequest('Try again later - another backup/restore process has already been started.');
}
