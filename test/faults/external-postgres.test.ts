import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#engine/database/database.ts';
import { accountCommand } from '#engine/database/embedded/account-command.ts';
import { chooseServerAccount } from '#engine/database/embedded/server-account.ts';
import { findSystemTools } from '#engine/database/embedded/system-tools.ts';
import { migrate } from '#engine/database/migrate.ts';
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
    expect(applied.length).toBeGreaterThan(5);
    expect(await migrate(db, databaseFolder)).toEqual({ applied: [], edited: [], unknown: [], functions: [] });
  });

  test('has the same structure then as the embedded one', async () => {
    const embedded = await createTestDatabase();
    expect(await readSchema(db)).toBe(await readSchema(embedded.db));
    await embedded.drop();
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
