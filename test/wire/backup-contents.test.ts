import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBackup } from '#engine/backups/read-backup.ts';
import { stageBackup } from '#engine/backups/stage-backup.ts';
import type { Manifest } from '#engine/backups/write-backup.ts';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { rewriteZip, withWrongSum } from '#support/rewrite-zip.ts';
import { root } from '../support/list-files.ts';

let server: EngineServer;
let beside: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
  beside = await startEngineServer({ beside: server });
});

beforeEach(async () => {
  for (const { key } of await server.root.backups.getFullList()) await server.root.backups.delete(key);
});

afterAll(async () => {
  await beside.close();
  await server.close();
});

/** Thrown so that what was laid out is taken back. */
class Laid extends Error {
  readonly rows: Array<{ id: string }>;

  constructor(rows: Array<{ id: string }>) {
    super('Laid out.');
    this.rows = rows;
  }
}

const backups = () => server.root.backups;
const restore = async (key: string, where = server) => {
  await where.root.backups.restore(key);
  await where.engine.backups.done();
};

const latestRestore = async () => (await server.root.send('/api/backups/restores', { method: 'GET' }))[0];
const download = async (key: string) =>
  (await fetch(backups().getDownloadURL(await server.root.files.getToken(), key))).bytes();

// Each lays whole backups out, some of them ten times.
const timeout = 240_000;

describe('what is restored', { timeout }, () => {
  test('[11.9] [11.8] is checked before anything is touched: sums, parts, rows; what came of it can be read', async () => {
    const { root } = server;
    await root.collections.create({
      name: 'priced',
      type: 'base',
      fields: [
        { name: 'cents', type: 'number' },
        { name: 'paper', type: 'file', maxSelect: 1 },
      ],
    });
    await root.collection('priced').create({ cents: 4200, paper: new File(['on paper'], 'paper.txt') });
    await backups().create('good.zip');
    const good = await download('good.zip');
    const paper = Buffer.from(good);
    paper.write('in paper', paper.indexOf('on paper'));
    const without = (gone: string) => rewriteZip(good, (name, part) => (name === gone ? undefined : part));
    const manifest = (change: (manifest: Manifest) => Partial<Manifest>) =>
      rewriteZip(good, (name, part) => {
        if (name !== 'manifest.json') return part;
        const read: Manifest = JSON.parse(part.toString());
        return Buffer.from(JSON.stringify({ ...read, ...change(read) }));
      });
    const users = (change: (text: string) => string) =>
      rewriteZip(good, (name, part) => (name === 'database/_superusers' ? Buffer.from(change(part.toString())) : part));
    const wrong: Array<[string, Uint8Array<ArrayBuffer>, string]> = [
      ['file.zip', new Uint8Array(paper), 'its sum is wrong'],
      ['sum.zip', withWrongSum(good, 'database/priced'), 'its sum is wrong'],
      ['part.zip', await without('database/priced'), 'lacks the table priced'],
      [
        'tables.zip',
        await manifest(({ tables }) => ({ tables: tables.filter(({ name }) => name !== 'priced') })),
        'lacks the table priced',
      ],
      ['none.zip', await manifest(() => ({ tables: [] })), 'lacks the table'],
      [
        'strange.zip',
        await manifest(({ tables }) => ({
          tables: tables.map((table) =>
            table.name === '_params' ? { ...table, columns: [...table.columns, 'x"y'] } : table,
          ),
        })),
        'has no column',
      ],
      [
        'newer.zip',
        await manifest(({ migrations }) => ({ migrations: [...migrations, '9999-future.sql'] })),
        'newer version of the product (9999-future.sql)',
      ],
      ['twice.zip', await users((text) => text + text), "can't be taken"],
      ['rows.zip', await users((text) => text.replaceAll('\t', '')), "can't be taken"],
    ];
    await root.collection('priced').create({ cents: 1 });
    for (const [name, bytes, words] of wrong) {
      await backups().upload({ file: new File([bytes], name) });
      const refusal = await refusalOf(backups().restore(name));
      expect([name, refusal.status, refusal.message]).toEqual([name, 400, expect.stringContaining(words)]);
      expect(await latestRestore()).toMatchObject({
        backup: name,
        state: 'refused',
        message: expect.stringContaining(words),
      });
    }
    expect((await root.collection('priced').getFullList()).map(({ cents }) => cents)).toEqual([4200, 1]);
    const schemas = await server.engine.db.query(`select 1 from pg_namespace where nspname like 'kerbside%'`);
    expect(schemas).toEqual([]);
    await restore('good.zip');
    expect(await latestRestore()).toMatchObject({
      backup: 'good.zip',
      state: 'done',
      message: '',
      finished: expect.stringMatching(/Z$/),
    });
    expect((await root.collection('priced').getFullList()).map(({ cents }) => cents)).toEqual([4200]);
    await root.collections.delete('priced');
  });

  test('[11.9] may come from an older version: the migrations that came since run on its rows', async () => {
    const { db } = server.engine;
    await db.query(`insert into _params (id, value, updated) values ('from-before', '1', now())`);
    await backups().create('older.zip');
    const folder = await mkdtemp(join(tmpdir(), 'kerbside-newer-'));
    await cp(join(root, 'db/migrations'), folder, { recursive: true });
    const since = 'create table found (id text primary key); insert into found select id from _params;';
    await writeFile(join(folder, '9999-01-01-0000-found.sql'), since);
    const older = await openBackup(`${server.dataDir}/backups/older.zip`);
    const laid = await db
      .transaction(async (tx) => {
        await stageBackup(tx, older, folder);
        throw new Laid(await tx.query<{ id: string }>('select id from found'));
      })
      .catch((error: unknown) => error);
    older.close();
    await rm(folder, { recursive: true });
    expect(laid).toMatchObject({ rows: expect.arrayContaining([{ id: 'from-before' }]) });
    await db.query(`delete from _params where id = 'from-before'`);
  });

  test('[11.8] asks everybody to come again while it is brought back, on every server', async () => {
    await backups().create('waiting.zip');
    const goOn = await server.engine.pause.begin();
    for (const { url } of [server, beside]) {
      await expect.poll(async () => (await fetch(`${url}/api/settings`)).status).toBe(503);
      const answer = await fetch(`${url}/api/settings`);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
    }
    await goOn();
    for (const { url } of [server, beside]) {
      await expect.poll(async () => (await fetch(`${url}/api/settings`)).status).toBe(401);
    }
  });
});

describe('what a backup says to whom', { timeout }, () => {
  test('[10.1.12] is on disk for the server alone, and in no cache on the way', async () => {
    await backups().create('private.zip');
    const folder = `${server.dataDir}/backups`;
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(`${folder}/private.zip`)).mode & 0o777).toBe(0o600);
    const token = await server.root.files.getToken();
    const answer = await fetch(backups().getDownloadURL(token, 'private.zip'));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await answer.bytes();
  });

  test('[10.1.12] are no sessions and no codes; who is signed in stays so when it is restored', async () => {
    await server.root.collections.create({ name: 'signers', type: 'auth' });
    const account = { email: 'kim@example.com', password: '12345678', passwordConfirm: '12345678' };
    await server.root.collection('signers').create(account);
    const client = clientOf(server.url);
    await client.collection('signers').authWithPassword(account.email, account.password);
    await backups().create('quiet.zip');
    const zip = await openBackup(`${server.dataDir}/backups/quiet.zip`);
    zip.close();
    const tables = zip.manifest.tables.map(({ name }) => name);
    expect(tables).toContain('signers');
    for (const name of ['_sessions', '_otps', '_mfas', '_attempts']) expect(tables).not.toContain(name);
    await restore('quiet.zip');
    await client.collection('signers').authRefresh();
    await server.root.collections.delete('signers');
  });

  test('[10.1.12] is for the operator’s key alone where there is one', async () => {
    const identity = await generateIdentity();
    const recipients = [await identityToRecipient(identity)];
    let identities: string[] = [];
    const keyed = await startEngineServer({ backupKeys: { recipients, readIdentities: async () => identities } });
    await keyed.root.collections.create({ name: 'secrets', type: 'base', fields: [{ name: 'x', type: 'text' }] });
    await keyed.root.collection('secrets').create({ x: 'kept' });
    await keyed.root.backups.create('sealed.zip');
    const stored = await readFile(`${keyed.dataDir}/backups/sealed.zip`);
    expect(stored.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(stored.includes('manifest.json')).toBe(false);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    expect(Buffer.from(await decrypter.decrypt(stored)).includes('manifest.json')).toBe(true);

    await keyed.root.collection('secrets').create({ x: 'later' });
    expect((await refusalOf(keyed.root.backups.restore('sealed.zip'))).message).toContain('BACKUP_IDENTITY_FILE');
    identities = [await generateIdentity()];
    expect((await refusalOf(keyed.root.backups.restore('sealed.zip'))).message).toContain('for another key');
    identities = [identity];
    const changed = Buffer.from(stored);
    changed.subarray(-40, -20).fill(0xff);
    await keyed.root.backups.upload({ file: new File([changed], 'changed.zip') });
    expect((await refusalOf(keyed.root.backups.restore('changed.zip'))).message).toContain('was changed');
    expect((await keyed.root.collection('secrets').getFullList()).length).toBe(2);
    await restore('sealed.zip', keyed);
    expect((await keyed.root.collection('secrets').getFullList()).map(({ x }) => x)).toEqual(['kept']);
    await keyed.close();
  });

  test('[10.1.12] stays on the machine of a real marketplace while it is not encrypted', async () => {
    const real = await startEngineServer({ isDevelopment: false });
    await real.root.backups.create('here.zip');
    await real.root.settings.update({
      backups: {
        s3: { enabled: true, endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'r', accessKey: 'a', secret: 's' },
      },
    });
    expect((await refusalOf(real.root.backups.create('away.zip'))).message).toContain('BACKUP_RECIPIENT');
    await real.close();
  });
});
