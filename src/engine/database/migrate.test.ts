import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase({ isEmpty: true });
  folder = mkdtempSync(join(tmpdir(), 'kerbside-migrations-'));
  mkdirSync(join(folder, 'migrations'));
  write('0001-pets.sql', `create table pets (name text); insert into pets values ('Ginger');`);
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, 'migrations', name), text);
}

async function petNames(): Promise<unknown[]> {
  return (await database.db.query('select name from pets order by name')).map((row) => row.name);
}

describe('migrate', () => {
  test('applies the files in the order of their names, each once', async () => {
    write('0002-second.sql', `insert into pets values ('Kopi');`);
    expect((await migrate(database.db, folder)).applied).toEqual(['0001-pets.sql', '0002-second.sql']);
    expect((await migrate(database.db, folder)).applied).toEqual([]);
    write('0003-third.sql', `insert into pets values ('Milo');`);
    expect((await migrate(database.db, folder)).applied).toEqual(['0003-third.sql']);
    expect(await petNames()).toEqual(['Ginger', 'Kopi', 'Milo']);
  });

  test('undoes a file that fails in the middle, keeps those before it and names the file', async () => {
    write('0002-broken.sql', `insert into pets values ('Kopi'); insert into nowhere values (1);`);
    await expect(migrate(database.db, folder)).rejects.toThrow(/0002-broken\.sql failed and was undone.*nowhere/);
    expect(await petNames()).toEqual(['Ginger']);
    write('0002-broken.sql', `insert into pets values ('Kopi');`);
    expect((await migrate(database.db, folder)).applied).toEqual(['0002-broken.sql']);
  });

  test('refuses an applied file whose text changed, unless edits are allowed', async () => {
    await migrate(database.db, folder);
    write('0001-pets.sql', 'create table pets (name text, age integer);');
    await expect(migrate(database.db, folder)).rejects.toThrow(/0001-pets\.sql was edited after being applied/);
    const result = await migrate(database.db, folder, { allowEdited: true });
    expect(result).toEqual({ applied: [], edited: ['0001-pets.sql'], unknown: [], functions: [] });
    expect(await petNames()).toEqual(['Ginger']);
  });

  test('names migrations that only a newer version knows', async () => {
    await migrate(database.db, folder);
    await database.db.query(`insert into _migrations (name, sha256) values ('0009-future.sql', 'x')`);
    expect((await migrate(database.db, folder)).unknown).toEqual(['0009-future.sql']);
  });

  test('lets servers that start at once apply each file exactly once', async () => {
    for (let number = 2; number < 12; number++) {
      write(`00${String(number).padStart(2, '0')}-more.sql`, `insert into pets values ('pet ${number}');`);
    }
    const servers = [1, 2, 3, 4].map(() => openDatabase({ connection: database.connection, maxConnections: 2 }));
    const results = await Promise.all(servers.map((server) => migrate(server, folder)));
    await Promise.all(servers.map((server) => server.close()));
    expect(results.flatMap((result) => result.applied)).toHaveLength(11);
    expect(await petNames()).toHaveLength(11);
  });
});
