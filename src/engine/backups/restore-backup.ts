import { buffer } from 'node:stream/consumers';
import type { Engine } from '../engine.ts';
import { sniffType } from '../files/sniff-type.ts';
import { badRequest } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import type { Pause } from './create-pause.ts';
import type { Restoration } from './create-restoration.ts';
import { NoBackup, type OpenBackup, openBackup } from './read-backup.ts';
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
    const backup = await openBackup(await restoring.fetch());
    try {
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

async function bringBack(parts: RestoreParts, { name, auth, backup, id, onAccepted }: Accepted): Promise<void> {
  const { engine, pause, restoration, migrationsFolder } = parts;
  const { db, clock, files } = engine;
  const before = new Set<string>();
  let goOn = async () => {};
  try {
    // Long, but without a lock on a live table until the rows are moved. Files go in between: whatever happens then, no record is without its file.
    await db.transaction(
      async (tx) => {
        await tx.query('set local idle_in_transaction_session_timeout = 0');
        const staged = await stageBackup(tx, backup, migrationsFolder);
        const faults = await restoration.check(tx, 'staged');
        if (faults.length > 0) throw new NoBackup(faults.slice(0, 3).join(' '));
        onAccepted();
        await updateRestore(db, { id, state: 'restoring', nowMs: clock.nowMs() });
        await goOn();
        goOn = await pause.begin();
        for (const key of await files.list()) before.add(key);
        for (const key of backup.files) await putFile(engine, backup, key);
        await restoreDatabase(tx, staged);
        await restoration.update(tx);
        const now = await restoration.check(tx, 'live');
        if (now.length > 0) throw new Error(`What was restored does not hold: ${now.slice(0, 3).join(' ')}`);
        await restoration.record(tx, { backup: name, auth, nowMs: clock.nowMs() });
        await updateRestore(tx, { id, state: 'done', nowMs: clock.nowMs() });
      },
      { isLong: true },
    );
    await restoration.tell();
  } catch (error) {
    await dropFiles(engine, before.size > 0 ? backup.files.filter((key) => !before.has(key)) : []);
    throw error;
  } finally {
    await goOn();
  }
  const kept = new Set(backup.files);
  await dropFiles(
    engine,
    [...before].filter((key) => !kept.has(key) || isThumb(key)),
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

async function putFile(engine: Engine, backup: OpenBackup, key: string): Promise<void> {
  const bytes = await buffer(await backup.openFile(key));
  await engine.files.put(key, bytes, sniffType(bytes).type);
}
