import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Engine } from '../engine.ts';
import { badRequest } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { privateFile } from '../private-paths.ts';
import { backupLimits } from './backup-limits.ts';
import { checkRoom } from './check-room.ts';
import type { Pause } from './create-pause.ts';
import type { Restoration } from './create-restoration.ts';
import { findHeldFiles } from './held-files.ts';
import { NoBackup } from './judge-parts.ts';
import { type OpenBackup, openBackup } from './read-backup.ts';
import { restoreDatabase } from './restore-database.ts';
import { insertRestore, updateRestore } from './restores.store.ts';
import { stageBackup } from './stage-backup.ts';
import { isThumb } from './write-backup.ts';

export type RestoreParts = {
  engine: Engine;
  pause: Pause;
  restoration: Restoration;
  migrationsFolder: string;
};

export type Restoring = {
  /** Its name, who asks for it, and how to bring it to a path on this machine. */
  name: string;
  auth: AuthRecord | null;
  fetch: () => Promise<string>;
  /** A folder for what is not finished, removed afterwards. */
  folder: string;
  /** Called once nothing speaks against it any more and before anything is touched. */
  onAccepted: () => void;
};

/**
 * Restores a backup and writes down what came of it. Sums, manifest, constraints and books are checked on a copy of its own first: what does not
 * hold is refused (400), and nothing was touched. From then on everybody is asked to wait until all is there, or nothing has changed.
 */
export async function restoreBackup(parts: RestoreParts, restoring: Restoring): Promise<void> {
  const { engine } = parts;
  const { name, auth } = restoring;
  const { db, clock } = engine;
  const by = auth ? String(auth.row.email || auth.id) : '';
  const id = await insertRestore(db, { backup: name, by, nowMs: clock.nowMs() });
  try {
    const backup = await openBackup(await restoring.fetch(), backupLimits(engine));
    try {
      await checkRoom(restoring.folder, sizeOfTables(backup));
      await backup.checkSums();
      await bringBack(parts, { ...restoring, backup, id });
    } finally {
      backup.close();
    }
  } catch (error) {
    const state = error instanceof NoBackup ? 'refused' : 'failed';
    const message = error instanceof Error ? error.message : String(error);
    await updateRestore(db, { id, state, message, nowMs: clock.nowMs() });
    if (error instanceof NoBackup) throw badRequest(`Missing or invalid backup file. ${error.message}`);
    throw error;
  }
}

type Accepted = Restoring & { backup: OpenBackup; id: number };

async function bringBack(parts: RestoreParts, { name, auth, backup, folder, id, onAccepted }: Accepted): Promise<void> {
  const { engine, pause, restoration, migrationsFolder } = parts;
  const { db, clock, files } = engine;
  const before = new Set<string>();
  let taken: ReadonlySet<string> = new Set();
  let kept: ReadonlySet<string> = new Set();
  let goOn = async () => {};
  try {
    // Long, but without a lock on a live table until the rows are moved. Files go in between: whatever happens then, no record is without its file.
    await db.transaction(
      async (tx) => {
        await tx.query('set local idle_in_transaction_session_timeout = 0');
        const staged = await stageBackup(tx, backup, migrationsFolder);
        const faults = await restoration.check(tx, 'staged');
        if (faults.length > 0) throw new NoBackup(faults.slice(0, 3).join(' '));
        // What no record holds is never unpacked.
        taken = await findHeldFiles(tx, backup.files);
        await checkRoom(folder, await sizeOfNewFiles(engine, backup, taken));
        onAccepted();
        await updateRestore(db, { id, state: 'restoring', nowMs: clock.nowMs() });
        await goOn();
        goOn = await pause.begin();
        for (const key of await files.list()) before.add(key);
        for (const key of taken) await takeFile(engine, backup, { key, folder });
        await restoration.update(tx, await restoreDatabase(tx, staged, restoration.endings()));
        const now = await restoration.check(tx, 'live');
        if (now.length > 0) throw new Error(`What was restored does not hold: ${now.slice(0, 3).join(' ')}`);
        kept = await findHeldFiles(tx, [...before, ...taken]);
        await restoration.record(tx, { backup: name, auth, nowMs: clock.nowMs() });
        await updateRestore(tx, { id, state: 'done', nowMs: clock.nowMs() });
      },
      { isLong: true },
    );
    await restoration.tell();
  } catch (error) {
    await dropFiles(engine, before.size > 0 ? [...taken].filter((key) => !before.has(key)) : []);
    throw error;
  } finally {
    await goOn();
  }
  await dropFiles(
    engine,
    [...before, ...taken].filter((key) => !kept.has(key) || isThumb(key)),
  );
}

// What was restored stays so, whether or not a file that nobody needs can be removed.
async function dropFiles({ files, log }: Engine, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await files
      .delete(key)
      .catch((error: unknown) => log.warn({ err: error, key }, 'A file that no record holds stays.'));
  }
}

type Taking = { key: string; folder: string };

async function takeFile({ files }: Engine, backup: OpenBackup, { key, folder }: Taking): Promise<void> {
  const path = join(folder, 'unpacked');
  await pipeline(await backup.openFile(key), createWriteStream(path, { mode: privateFile, flush: true }));
  await files.take(key, path);
}

function sizeOfTables({ manifest, sizeOf }: OpenBackup): number {
  return manifest.tables.reduce((sum, { name }) => sum + sizeOf(`database/${name}`), 0);
}

/** What those that are not there yet take on this machine's disk; in a bucket they take none of it, but each passes it. */
async function sizeOfNewFiles({ files, settings }: Engine, { sizeOf }: OpenBackup, taken: ReadonlySet<string>) {
  const there = new Set(await files.list());
  const sizes = [...taken].filter((key) => !there.has(key)).map((key) => sizeOf(`files/${key}`));
  const add = settings.current().s3.enabled ? Math.max : (sum: number, size: number) => sum + size;
  return sizes.reduce((sum, size) => add(sum, size), 0);
}
