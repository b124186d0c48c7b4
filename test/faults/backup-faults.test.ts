import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#engine/database/database.ts';
import { createLogger } from '#engine/log.ts';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { canMount, mountSmallDisk } from '../support/small-disk.ts';

let server: EngineServer;
const undo: Array<() => unknown> = [];

beforeAll(async () => {
  // What is provoked here is an error to whoever reads the log.
  server = await startEngineServer({ log: createLogger('silent') });
  await server.root.collections.create({ name: 'bulk', type: 'base', fields: [{ name: 'text', type: 'text' }] });
  // Three megabytes that no compression makes smaller.
  await server.engine.db.query(
    `insert into bulk (id, text) select 'bulk' || n, (select  string_agg(md5(random()::text || n || part), '') from generate_series(1, 100) as part)
     from generate_series(1, 1000) as n`,
  );
});

afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

afterAll(() => server.close());

const folder = () => join(server.dataDir, 'backups');

/** Gives a folder, that of the backups unless told, a disk of its own of so many kilobytes. */
function mountSmall(kilobytes: number, place = folder()): void {
  undo.push(mountSmallDisk(place, kilobytes));
}

/** What still asks, or rests in a transaction, besides the one who asks this. */
const openTransactions = () =>
  server.engine.db.query(
    `select state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     and backend_type = 'client backend'`,
  );

async function expectAllIsWell(): Promise<void> {
  expect(readdirSync(folder()).filter((name) => name.startsWith('.'))).toEqual([]);
  await expect.poll(openTransactions).toEqual([]);
  expect((await server.root.health.check()).data?.canBackup).toBe(true);
}

describe('a backup whose disk fills', () => {
  test.runIf(canMount)('[11.3] [11.4] is refused, lets everything go, and the next one is made', async () => {
    mountSmall(512);
    const refusal = await refusalOf(server.root.backups.create('full.zip'));
    expect(refusal).toMatchObject({ status: 400, message: 'Failed to create backup. The disk is full.' });
    await expectAllIsWell();
    expect(await server.root.backups.getFullList()).toEqual([]);
    for (const each of undo.splice(0)) await each();
    expect(await server.root.backups.create('fits.zip')).toBe(true);
    await server.root.backups.restore('fits.zip');
    await server.engine.backups.done();
    await expectAllIsWell();
  });

  test.runIf(canMount)('[11.4] while it takes an upload refuses that alone', async () => {
    mountSmall(256);
    const zip = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(1024 * 1024)]);
    const refusal = await refusalOf(server.root.backups.upload({ file: new File([zip], 'large.zip') }));
    expect(refusal.status).toBe(400);
    await expectAllIsWell();
  });

  test.runIf(canMount)('[11.4] does not keep the server from ending', async () => {
    const other = await startEngineServer({ beside: server });
    mountSmall(512);
    await refusalOf(other.root.backups.create('full.zip'));
    await other.close();
    await expectAllIsWell();
  });
});

describe('an upload to a disk that is full', () => {
  test.runIf(canMount)('[11.15] is refused with 503, leaves no part of it, and the next one is taken', async () => {
    await server.root.collections.create({
      name: 'papers',
      type: 'base',
      createRule: '',
      fields: [{ name: 'paper', type: 'file', maxSelect: 1, maxSize: 5_000_000 }],
    });
    const files = join(server.dataDir, 'files');
    mountSmall(256, files);
    const upload = () =>
      server.guest.collection('papers').create({ paper: new File([Buffer.alloc(1_000_000)], 'large.txt') });
    expect((await refusalOf(upload())).status).toBe(503);
    expect(readdirSync(files, { recursive: true }).filter((name) => String(name).includes('large'))).toEqual([]);
    expect((await server.root.collection('papers').getFullList()).length).toBe(0);
    for (const each of undo.splice(0)) await each();
    await upload();
    await server.root.collections.delete('papers');
  });
});

describe('a backup that loses its database', () => {
  /** Lets the copying of a table wait, and ends its connections while it does. */
  async function breakCopying(): Promise<void> {
    const db = openDatabase({ connection: server.connection, maxConnections: 2 });
    try {
      await db.transaction(async (tx) => {
        await tx.query('lock table bulk in access exclusive mode');
        const made = refusalOf(server.root.backups.create('cut.zip'));
        const waiting = () =>
          db.query<{ pid: number }>(
            `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'copy%'`,
          );
        await expect.poll(async () => (await waiting()).length).toBe(1);
        await db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and (query like 'copy%' or state = 'idle in transaction' and query like '%pg_try_advisory%')`,
        );
        expect(await made).toMatchObject({ status: 400, message: 'Failed to create backup.' });
      });
    } finally {
      await db.close();
    }
  }

  test('[11.3] is refused, the server goes on, and the next one is made', async () => {
    for (let round = 0; round < 3; round++) {
      await breakCopying();
      await expectAllIsWell();
    }
    expect(await server.root.collection('bulk').getList(1, 1)).toMatchObject({ totalItems: 1000 });
    expect(await server.root.backups.create('after.zip')).toBe(true);
  });
});

describe('what a crash leaves of a backup', () => {
  test('[11.4] is removed with the next one, what others still write is not', async () => {
    // No process has a number above the kernel's limit.
    const host = hostname().replace(/[^\w-]/g, '_');
    mkdirSync(join(folder(), `.unfinished-${host}.4194305.abcdef`), { recursive: true });
    mkdirSync(join(folder(), `.unfinished-${host}.1.abcdef`));
    mkdirSync(join(folder(), '.unfinished-elsewhere.7.abcdef'));
    await server.root.backups.create('sweeping.zip');
    const left = readdirSync(folder()).filter((name) => name.startsWith('.unfinished'));
    expect(left.sort()).toEqual(['.unfinished-elsewhere.7.abcdef', `.unfinished-${host}.1.abcdef`].sort());
    for (const name of left) rmSync(join(folder(), name), { recursive: true });
  });
});
