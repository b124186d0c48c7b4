import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Collection } from '#engine/collections/collection.ts';
import { type Database, openDatabase } from '#engine/database/database.ts';
import { accountCommand } from '#engine/database/embedded/account-command.ts';
import { chooseServerAccount } from '#engine/database/embedded/server-account.ts';
import { findSystemTools } from '#engine/database/embedded/system-tools.ts';
import { migrate } from '#engine/database/migrate.ts';
import { translateQuery } from '#engine/sqlite/translate-query.ts';
import { createTestDatabase } from '#support/postgres.ts';
import { root } from '../support/list-files.ts';
import { readSchema } from '../support/read-schema.ts';

const databaseFolder = join(root, 'db');
const installed = findInstalled();
if (installed.length === 0)
  console.warn('Skipped: a PostgreSQL of the system, because none is in /usr/lib/postgresql.');

/** Versions 15 to 18 as Debian installs them. */
function findInstalled(): Array<{ version: number; bin: string }> {
  if (!existsSync('/usr/lib/postgresql')) return [];
  return readdirSync('/usr/lib/postgresql')
    .map((name) => ({ version: Number(name), bin: `/usr/lib/postgresql/${name}/bin` }))
    .filter(({ version, bin }) => version >= 15 && version <= 18 && existsSync(join(bin, 'postgres')));
}

describe.each(installed)('a PostgreSQL $version of the system', ({ version, bin }) => {
  const folder = mkdtempSync('/tmp/kerbside-external-');
  const data = join(folder, 'data');
  const tools = findSystemTools();
  const port = 54_000 + version;
  let server: ChildProcess;
  let db: Database;

  beforeAll(async () => {
    mkdirSync(data);
    const account = chooseServerAccount(data, tools);
    for (const path of [folder, data]) if (account.become === 'switch') chownSync(path, account.uid, account.gid);
    const initdb = accountCommand(account, tools, join(bin, 'initdb'), [
      '-D',
      data,
      '-U',
      'app',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C',
    ]);
    const made = spawnSync(initdb.program, initdb.args, { ...initdb.options, cwd: '/' });
    if (made.status !== 0) throw new Error(String(made.stderr));
    const settings = [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `port=${port}`,
      '-c',
      `unix_socket_directories=${folder}`,
    ];
    const start = accountCommand(account, tools, join(bin, 'postgres'), ['-D', data, ...settings]);
    server = spawn(start.program, start.args, { ...start.options, cwd: '/', stdio: 'ignore' });
    const connectionString = `postgresql://app@127.0.0.1:${port}/postgres`;
    for (;;) {
      db = openDatabase({ connection: { connectionString } });
      if (await db.query('select 1').catch(() => undefined)) break;
      await db.close();
    }
    await db.query('create database product');
    await db.close();
    db = openDatabase({ connection: { connectionString: `postgresql://app@127.0.0.1:${port}/product` } });
  });

  afterAll(async () => {
    await db.close();
    server.kill('SIGINT');
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  test('says that it is this version', async () => {
    const [row] = await db.query<{ version: number }>(
      `select current_setting('server_version_num')::integer / 10000 as version`,
    );
    expect(row?.version).toBe(version);
  });

  test('takes every migration, and twice changes nothing', async () => {
    const { applied } = await migrate(db, databaseFolder);
    expect(applied).toEqual(readdirSync(join(databaseFolder, 'migrations')).sort());
    expect(await migrate(db, databaseFolder)).toEqual({ applied: [], edited: [], unknown: [], functions: [] });
  });

  test('has the same structure then as the embedded one', async () => {
    const embedded = await createTestDatabase();
    expect(await readSchema(db)).toBe(await readSchema(embedded.db));
    await embedded.drop();
  });

  test('reads views in what SQLite says and no version says alike', async () => {
    const fields = ['id', 'name', 'team'].map((name) => ({ name, type: 'text' }));
    const all = [{ name: 'boats', type: 'base', fields }] as unknown as Collection[];
    await db.query('create table boats (id text, name text, team text, _seq bigint generated always as identity)');
    await db.query(`insert into boats values ('a', '[1]', 'x'), ('b', '[1', 'x'), ('c', '', 'y')`);
    const read = (query: string) => db.query(translateQuery(query, all)?.sql ?? '');
    expect(await read('select id, json_valid(name) as fits from boats order by id')).toMatchObject([
      { fits: 1 },
      { fits: 0 },
      { fits: 0 },
    ]);
    expect(await read('select name, count(*) as n from boats group by team order by n desc')).toMatchObject([
      { name: expect.stringMatching(/^\[1/), n: 2 },
      { name: '', n: 1 },
    ]);
    const [drawn] = await read(
      'with recursive tries(n) as (select 1 union all select n + 1 from tries where n < 500) select min(r) as least, max(r) as most from (select random() as r from tries)',
    );
    expect(Number(drawn?.least)).toBeLessThan(-(2 ** 61));
    expect(Number(drawn?.most)).toBeGreaterThan(2 ** 61);
  });

  test('reads texts as times and as JSON where a query is read in parallel', async () => {
    await db.query('create table many as select n::text as word from generate_series(1, 100000) n');
    await db.query('analyze many');
    const counted = await db.transaction(async (tx) => {
      for (const cost of ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size']) {
        await tx.query(`set local ${cost} = 0`);
      }
      return tx.query(
        `select count(*)::integer as n from many where text_time(word || '-13-01') is null and is_json(word) and word < '3'`,
      );
    });
    expect(counted).toEqual([{ n: 22_223 }]);
  });

  test('commits and rolls back', async () => {
    await db.query('create table tried (number integer)');
    await db.transaction((tx) => tx.query('insert into tried values ($1)', [1]));
    await db
      .transaction(async (tx) => {
        await tx.query('insert into tried values ($1)', [2]);
        throw new Error('no');
      })
      .catch(() => {});
    expect(await db.query('select number from tried')).toEqual([{ number: 1 }]);
  });

  test('tells listeners of a change', async () => {
    const heard = new Promise<string>(
      (resolve) => void db.listen('tried', resolve).then(() => db.query(`select pg_notify('tried', 'hello')`)),
    );
    expect(await heard).toBe('hello');
  });
});
