import { join } from 'node:path';
import type pg from 'pg';
import { type AuthLoader, createAuthLoader } from './auth/load-auth.ts';
import { noteUse } from './auth/note-use.ts';
import { registerAuthHooks } from './auth/register-auth-hooks.ts';
import { autoBackup } from './backups/auto-backup.ts';
import type { BackupKeyOptions } from './backups/backup-keys.ts';
import { type Backups, createBackups } from './backups/create-backups.ts';
import { createPause, type Pause } from './backups/create-pause.ts';
import { createRestoration, type Restoration } from './backups/create-restoration.ts';
import { type Clock, systemClock } from './clock.ts';
import { createCollectionRegistry } from './collections/collection-registry.ts';
import { reloadCollections } from './collections/collection-store.ts';
import { type Crons, createCrons } from './crons/create-crons.ts';
import { type ClockWatch, createClockWatch, followDatabase } from './database/clock-watch.ts';
import { type Database, openDatabase } from './database/database.ts';
import type { DatabaseTimes } from './database/time-limits.ts';
import type { Engine } from './engine.ts';
import { chooseFileStore } from './files/choose-file-store.ts';
import type { FileScanner } from './files/create-clamd-scanner.ts';
import type { FileStore } from './files/file-store.ts';
import { removeLater } from './files/remove-later.ts';
import { createForeignWork, type RunningForeignWork } from './foreign-work/create-foreign-work.ts';
import { countJobs } from './jobs/count-jobs.ts';
import { createJobQueue } from './jobs/create-job-queue.ts';
import { budgetOf, overBudget } from './limits/budgets.ts';
import type { Logger } from './log.ts';
import { createLogBook, type LogBook } from './logs/create-log-book.ts';
import { createMailQueue, type MailQueueOptions } from './mail/create-mail-queue.ts';
import type { MailAddress, RunningMailQueue } from './mail/mail-queue.ts';
import { type FolderWatch, watchFolder } from './make-data-folder.ts';
import { createMetrics, type MetricSources, type Metrics } from './metrics/create-metrics.ts';
import { idAlphabet, type Random } from './random.ts';
import { createRealtime, type RunningRealtime } from './realtime/create-realtime.ts';
import { createHookRegistry } from './records/record-hooks.ts';
import { createSettingsStore, type RunningSettings } from './settings/create-settings-store.ts';
import { systemCrons } from './system-crons.ts';

export type EngineOptions = {
  connection: pg.PoolConfig;
  clock: Clock;
  random: Random;
  log: Logger;
  /** Where files are kept unless the settings name a bucket. */
  files: FileStore;
  /** See `Engine`. */
  scanner?: FileScanner | undefined;
  publicUrl: string;
  isDevelopment: boolean;
  /** Where the key of stored secrets is kept. */
  dataDir: string;
  /** Seals stored secrets, on all servers of a database the same; without it a key in `dataDir` does. */
  settingsKey?: string | undefined;
  /** The operator's keys for backups; without any they are not encrypted. */
  backupKeys?: BackupKeyOptions | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Which addresses are proved to be their accounts' own (`MailQueueOptions`). */
  findProved?: MailQueueOptions['findProved'];
  /** See `Engine`; without it mails are sent as their collection words them. */
  wordMail?: Engine['wordMail'];
  /** See `Engine`; without it nobody's rights wait. */
  limitRights?: Engine['limitRights'] | undefined;
  /** How long the database is waited for; as the settings say unless told. */
  databaseTimes?: DatabaseTimes;
  /** The machine's own time, which is compared with the database's. */
  machine?: Clock | undefined;
};

export type RunningEngine = Engine & {
  auth: AuthLoader;
  foreignWork: RunningForeignWork;
  mail: RunningMailQueue;
  realtime: RunningRealtime;
  settings: RunningSettings;
  logBook: LogBook;
  metrics: Metrics;
  clockWatch: ClockWatch;
  folderWatch: FolderWatch;
  crons: Crons;
  restoration: Restoration;
  pause: Pause;
  backups: Backups;
  close: () => Promise<void>;
};

/** Joins the parts of the records server on a migrated database. Collections are installed and jobs started by the caller. */
export async function createEngine(options: EngineOptions): Promise<RunningEngine> {
  const { connection, random, log, files, publicUrl, isDevelopment, dataDir, settingsKey } = options;
  let known: RunningSettings | undefined;
  const statementMs = () => budgetOf(known?.current() ?? {}, 'databaseMs');
  const db = openDatabase({ connection, times: options.databaseTimes ?? { connectMs: 5000, statementMs } });
  const { clock, clockWatch } = await openClock(options, db);
  const settings = await createSettingsStore({ db, clock, dataDir, settingsKey, publicUrl, log });
  known = settings;
  const sender = parseSender(options.mailFrom);
  const jobs = createJobQueue({ connection, log });
  const mail = createMailQueue({
    db,
    clock,
    jobs,
    settings,
    log,
    sender,
    findProved: options.findProved,
    onWithheld: (kind) => engine.noteWithheld(kind),
    ...(options.smtpUrl ? { smtpUrl: options.smtpUrl } : {}),
  });
  const logBook = createLogBook({ db, clock, random, settings, log });
  const collections = createCollectionRegistry();
  const limitRights = options.limitRights ?? ((_name, row) => ({ row, because: '' }));
  const auth = createAuthLoader({ db, clock, collections, limitRights }, (used) => void noteUse(engine, used));
  const realtime = createRealtime({ getEngine: () => engine, auth });
  const restoring = joinBackups(options, db, () => engine);
  const engine: RunningEngine = {
    auth,
    ...restoring,
    db,
    ordersBytes: await readOrdersBytes(db),
    lasting: db,
    noteWithheld: (kind) => engine.metrics.noteWithheld(kind),
    clock,
    random,
    collections,
    hooks: createHookRegistry(),
    files: removeLater(chooseFileStore(files, settings), { db, jobs, log, getEngine: () => engine }),
    scanner: options.scanner,
    foreignWork: openForeignWork(settings),
    realtime,
    mail,
    jobs,
    settings,
    log,
    logBook,
    metrics: createMetrics(figuresOf(db, realtime, clockWatch)),
    clockWatch,
    folderWatch: watchFolder(dataDir, options.machine ?? systemClock),
    crons: createCrons({ db, clock, log }),
    sender,
    wordMail: options.wordMail ?? ((template) => template),
    limitRights,
    publicUrl,
    isDevelopment,
    async close() {
      await realtime.close();
      await engine.crons.done();
      await engine.backups.done();
      await jobs.stop();
      await engine.foreignWork.close();
      await logBook.close();
      await db.close();
    },
  };
  registerAuthHooks(engine);
  engine.crons.add(...systemCrons(engine), autoBackup(engine, engine.backups));
  for (const forget of [db.forgetStatements, auth.forgetAll, settings.reload]) restoring.restoration.add(forget);
  restoring.restoration.add(() => reloadCollections(engine));
  await restoring.restoration.start();
  await restoring.pause.start();
  await realtime.start();
  return engine;
}

async function openClock({ clock, machine, log }: EngineOptions, db: Database) {
  const clockWatch = createClockWatch({ db, log, ...(machine ? { machine } : {}) });
  await clockWatch.aheadMs();
  return { clock: followDatabase(clock, clockWatch), clockWatch };
}

function figuresOf(db: Database, { streams }: RunningRealtime, { aheadMs }: ClockWatch): MetricSources {
  return { connections: db.connections, streams, jobs: () => countJobs(db), clockAheadMs: aheadMs };
}

/** `Name <name@host>`, or an address whose name is then its own. */
function parseSender(text: string): MailAddress {
  const match = /^(.*?)\s*<([^<>]+)>$/.exec(text);
  return { name: match?.[1] || text, address: match?.[2] ?? text };
}

/** PostgreSQL's own locales `C` and `C.UTF-8` compare bytes, and so does the system's `C`; others may follow a language. */
async function readOrdersBytes(db: Database): Promise<boolean> {
  const [row] = await db.query<{ ordersBytes: boolean }>(
    // Older than 17 it has no `datlocale`, nor locales of its own.
    `select case datlocprovider when 'b' then to_jsonb(d)->>'datlocale' in ('C', 'C.UTF-8') when 'c' then datcollate in ('C', 'POSIX') end as "ordersBytes"
       from pg_database d where datname = current_database()`,
  );
  return row?.ordersBytes === true;
}

/** By then some of what waits is done. */
const workAgainMs = 3000;

function openForeignWork(settings: RunningSettings): RunningForeignWork {
  return createForeignWork({
    mostOfCaller: () => budgetOf(settings.current(), 'callerForeignWorks'),
    refuseCaller: () => overBudget('callerForeignWorks', { retryAfterMs: workAgainMs }),
    mostWaiting: () => budgetOf(settings.current(), 'waitingForeignWorks'),
    refuseAll: () => overBudget('waitingForeignWorks', { retryAfterMs: workAgainMs }),
  });
}

/** Backups and what goes with bringing one back: who is to forget, and who is to wait. */
function joinBackups({ log, random, dataDir, backupKeys }: EngineOptions, db: Database, getEngine: () => Engine) {
  const restoration = createRestoration(db, (error) => {
    log.error({ err: error }, 'What was remembered before a restoring could not be read anew.');
  });
  const pause = createPause(db, random.text(15, idAlphabet), (error) => {
    log.warn({ err: error }, 'Other servers could not be asked to pause.');
  });
  const backups = createBackups({
    getEngine,
    folder: join(dataDir, 'backups'),
    keys: backupKeys,
    restoration,
    pause,
    migrationsFolder: join(import.meta.dirname, '../../db/migrations'),
  });
  return { restoration, pause, backups };
}
