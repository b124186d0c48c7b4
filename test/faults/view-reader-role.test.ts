import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '#engine/database/database.ts';
import { migrate } from '#engine/database/migrate.ts';
import { createTestDatabase } from '#support/postgres.ts';

const databaseFolder = join(import.meta.dirname, '../../db');

async function asRole(name: string, attributes: string, run: (db: Database, admin: Database) => Promise<void>) {
  const database = await createTestDatabase({ isEmpty: true });
  const { db: admin, url } = database;
  await admin.query(`drop role if exists ${name}`);
  await admin.query(`create role ${name} login ${attributes} password 'test'`);
  const own = new URL(url);
  own.username = name;
  own.password = 'test';
  await admin.query('create extension btree_gist');
  await admin.query(`alter database ${own.pathname.slice(1)} owner to ${name}`);
  const db = openDatabase({ connection: { connectionString: own.href } });
  try {
    await run(db, admin);
  } finally {
    await db.close();
    await admin.query(`revoke kerbside_view_reader from ${name}`).catch(() => {});
    await database.drop();
  }
}

test('a role that owns the database and was given the view reader makes views that it cannot look behind', async () => {
  await asRole('kerbside_plain', 'nosuperuser nocreaterole', async (db, admin) => {
    await admin.query('grant kerbside_view_reader to kerbside_plain');
    await migrate(db, databaseFolder);
    await db.transaction(async (tx) => {
      await tx.query('create table shown (id text, secret text)');
      await tx.query('grant select (id) on shown to kerbside_view_reader');
      await tx.query('create temporary view probe as select id from shown');
      await tx.query('alter view pg_temp.probe owner to kerbside_view_reader');
      await tx.query('create view open_view as select id from shown');
      await tx.query('create view closed_view as select secret from shown');
      await tx.query('alter view open_view owner to kerbside_view_reader');
      await tx.query('alter view closed_view owner to kerbside_view_reader');
    });
    expect(await db.query('select * from open_view')).toEqual([]);
    await expect(db.query('select * from closed_view')).rejects.toThrow('permission denied');
    await db.query('drop view open_view');
  });
});

test('a role that may not use the view reader still gets its database up to date', async () => {
  await asRole('kerbside_poor', 'nosuperuser nocreaterole', async (db) => {
    const { applied } = await migrate(db, databaseFolder);
    expect(applied).toContain('0001-baseline.sql');
  });
});
