import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase({ isEmpty: true });
  folder = mkdtempSync(join(tmpdir(), 'kerbside-functions-'));
  mkdirSync(join(folder, 'migrations'));
  mkdirSync(join(folder, 'functions'));
  write('migrations/0001-pets.sql', `create table pets (name text, legs integer);`);
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

const legs = (count: number) => `-- How many.
create or replace function leg_count() returns integer language sql as $$
  select ${count}
$$;
`;
const greet = `-- Says hello.
create or replace function greet(name text) returns text language sql as $$
  select 'Hello ' || name || leg_count()
$$;
`;
const countLegs = `create or replace function count_legs() returns trigger language plpgsql as $$
begin
  new.legs := leg_count();
  return new;
end $$;
create or replace trigger count_legs before insert on pets
  for each row execute function count_legs();
`;

async function ask(sql: string): Promise<unknown> {
  const [row] = await database.db.query(`select ${sql} as answer`);
  return row?.answer;
}

async function functions(): Promise<string[]> {
  return (await migrate(database.db, folder)).functions;
}

test('what changed is applied again, and nothing else', async () => {
  write('functions/pets.sql', legs(4) + greet + countLegs);
  expect(await functions()).toEqual(['leg_count', 'greet', 'count_legs', 'count_legs on pets']);
  expect(await functions()).toEqual([]);
  write('functions/pets.sql', legs(2) + greet.replace('Says', 'Tells') + countLegs);
  expect(await functions()).toEqual(['leg_count']);
  expect(await ask(`greet('Kopi')`)).toBe('Hello Kopi2');
  await database.db.query(`insert into pets (name) values ('Kopi')`);
  expect(await database.db.query('select * from pets')).toEqual([{ name: 'Kopi', legs: 2 }]);
});

test('a function that a migration made is taken over', async () => {
  write('migrations/0002-greet.sql', greet.replace('or replace ', '').replace('leg_count()', `'!'`));
  expect(await functions()).toEqual([]);
  write('functions/pets.sql', legs(4) + greet);
  expect(await functions()).toEqual(['leg_count', 'greet']);
  expect(await ask(`greet('Kopi')`)).toBe('Hello Kopi4');
});

test('another signature takes the place of the former one, with other parameters, names or answers', async () => {
  write('functions/pets.sql', legs(4) + greet);
  await functions();
  write('functions/pets.sql', legs(4) + greet.replace('name text', 'name text, age integer'));
  await functions();
  expect(await ask(`greet('Kopi', 3)`)).toBe('Hello Kopi4');
  await expect(ask(`greet('Kopi')`)).rejects.toThrow(/does not exist/);
  write('functions/pets.sql', legs(4) + greet.replaceAll('name', 'called').replace('returns text', 'returns varchar'));
  await functions();
  expect(await ask(`greet(called => 'Kopi')`)).toBe('Hello Kopi4');
  const [row] = await database.db.query(`select count(*) as n from pg_proc where proname = 'greet'`);
  expect(row).toEqual({ n: 1 });
});

test('a function or trigger that no file holds any more is dropped', async () => {
  write('functions/pets.sql', legs(4) + countLegs);
  await functions();
  write('functions/pets.sql', legs(4));
  await functions();
  expect(await ask(`to_regproc('count_legs')`)).toBeNull();
  await database.db.query(`insert into pets (name) values ('Kopi')`);
  expect(await database.db.query('select legs from pets')).toEqual([{ legs: null }]);
});

test('a trigger on a table whose name has capitals is known as one, and dropped as one', async () => {
  write(
    'migrations/0001-pets.sql',
    `create table pets (name text, legs integer); create table "oldPets" (legs integer);`,
  );
  write(
    'functions/pets.sql',
    `${legs(4)}${countLegs.replace('count_legs before insert on pets', 'count_old before insert on "oldPets"')}`,
  );
  expect((await migrate(database.db, folder)).functions).toContain('count_old on oldPets');
  write('functions/pets.sql', legs(4));
  await migrate(database.db, folder);
  expect(await ask(`(select count(*)::integer from pg_trigger where tgname = 'count_old')`)).toBe(0);
});

test('a constraint trigger is made anew when it changed', async () => {
  const late = countLegs.replace(
    'create or replace trigger count_legs before insert',
    'create constraint trigger late_legs after insert',
  );
  write('functions/pets.sql', legs(4) + late);
  await functions();
  write('functions/pets.sql', legs(4) + late.replace('for each row', 'deferrable initially deferred for each row'));
  expect(await functions()).toEqual(['late_legs on pets']);
  const [row] = await database.db.query(`select tgdeferrable as late from pg_trigger where tgname = 'late_legs'`);
  expect(row).toEqual({ late: true });
});

test('when one of them cannot be applied nothing changes, and the message names it', async () => {
  write('functions/pets.sql', legs(4) + greet);
  await functions();
  write('functions/pets.sql', legs(2) + greet.replace('language sql', 'language cobol'));
  await expect(functions()).rejects.toThrow(/greet of db\/functions\/pets\.sql can't be applied.*cobol/);
  expect(await ask('leg_count()')).toBe(4);
});

test('a former signature that a constraint needs stays, and the message says what stands in the way', async () => {
  write('functions/pets.sql', legs(4).replace('returns integer', 'returns integer immutable'));
  await functions();
  await database.db.query('alter table pets add constraint pets_legs check (legs <= leg_count())');
  write('functions/pets.sql', legs(4).replace('()', '(of_pet text)'));
  await expect(functions()).rejects.toThrow(/former leg_count can't be dropped.*depend/);
  expect(await ask('leg_count()')).toBe(4);
});

test('a file holds functions and triggers only, and each once', async () => {
  write('functions/pets.sql', `${legs(4)}create table cats (name text);\n`);
  await expect(functions()).rejects.toThrow(/may hold functions and triggers only/);
  write('functions/pets.sql', legs(4) + legs(2));
  await expect(functions()).rejects.toThrow(/leg_count stands twice/);
});

test('a database that a newer version migrated keeps its functions', async () => {
  write('functions/pets.sql', legs(4));
  await functions();
  await database.db.query(`insert into _migrations (name, sha256) values ('2099-01-01-0000-future.sql', 'x')`);
  write('functions/pets.sql', legs(2));
  expect(await functions()).toEqual([]);
  expect(await ask('leg_count()')).toBe(4);
});

test('servers that start at once apply each function once', async () => {
  write('functions/pets.sql', legs(4) + greet + countLegs);
  const servers = [1, 2, 3].map(() => openDatabase({ connection: database.connection, maxConnections: 2 }));
  const results = await Promise.all(servers.map((server) => migrate(server, folder)));
  await Promise.all(servers.map((server) => server.close()));
  expect(results.flatMap((result) => result.functions)).toHaveLength(4);
});
