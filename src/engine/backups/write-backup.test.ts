import { statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { canMount, mountSmallDisk } from '#support/small-disk.ts';
import type { Engine } from '../engine.ts';
import { createBackupKeys } from './backup-keys.ts';
import { writeBackup } from './write-backup.ts';

const mebibyte = 1024 * 1024;
const pieces = 64;
const path = join(tmpdir(), `kerbside-written-${process.pid}.zip`);
let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(async () => {
  await rm(path, { force: true });
  await server.close();
});

const noBytes = Readable.from([]);

/** Writes a backup of one file of 64 MiB; how much of it was read and not written yet at most. */
async function write(target: string, recipients: readonly string[]) {
  const seen = { mostHeld: 0, source: noBytes };
  async function* read() {
    for (let count = 1; count <= pieces; count++) {
      const written = target === path ? statSync(path).size : 0;
      seen.mostHeld = Math.max(seen.mostHeld, count * mebibyte - written);
      yield Buffer.alloc(mebibyte, count);
    }
  }
  const stream = async () => {
    seen.source = Readable.from(read(), { objectMode: false });
    return seen.source;
  };
  const files = { ...server.engine.files, list: async () => ['c/r/large.bin'], stream };
  const engine: Engine = { ...server.engine, files };
  const keys = createBackupKeys({ recipients, readIdentities: async () => [] });
  const done = engine.db.transaction((tx) => writeBackup(engine, tx, { path: target, keys }), { isLong: true });
  return { done, seen };
}

test.each([false, true])('a backup holds pieces of a file, not the whole, encrypted: %s', async (isEncrypted) => {
  const recipients = isEncrypted ? [await identityToRecipient(await generateIdentity())] : [];
  const { done, seen } = await write(path, recipients);
  await done;
  expect((await readFile(path)).length).toBeGreaterThan(pieces * mebibyte);
  expect(seen.mostHeld).toBeLessThan(16 * mebibyte);
});

test.runIf(canMount)('[11.4] a backup that finds no room lets the file go that it was reading', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-small-'));
  const unmount = mountSmallDisk(folder, 8192);
  const { done, seen } = await write(join(folder, 'backup.zip'), []);
  await expect(done).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(seen.source).not.toBe(noBytes);
  expect(seen.source.destroyed).toBe(true);
  await unmount();
  await rm(folder, { recursive: true });
});
