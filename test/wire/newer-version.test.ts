import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '#engine/backups/write-backup.ts';
import { demoAccountIds } from '#marketplace/running/demo/demo-people.ts';
import { refuseDemo } from '#marketplace/running/demo/refuse-demo.ts';
import { rewriteZip } from '#support/rewrite-zip.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  app.clock.set('2026-11-25T10:00:00+08:00');
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
});
afterAll(() => app.close());

const restores = () => app.root.send('/api/backups/restores', { method: 'GET' });

test('a backup of a newer version is refused with the reason, before anything is touched', async () => {
  await app.root.backups.create('today.zip');
  const today = await fetch(app.root.backups.getDownloadURL(await app.root.files.getToken(), 'today.zip'));
  const newer = await rewriteZip(await today.bytes(), (name, part) => {
    if (name !== 'manifest.json') return part;
    const read: Manifest = JSON.parse(part.toString());
    return Buffer.from(JSON.stringify({ ...read, migrations: [...read.migrations, '2027-03-01-0900-fleets.sql'] }));
  });
  const here = await makePerson(app);
  const everything = () =>
    app.db.query(
      `select c.relname as name, c.relfilenode as file from pg_class c where c.relnamespace = 'public'::regnamespace order by 1`,
    );
  const before = await everything();
  await app.root.backups.upload({ file: new File([newer], 'newer.zip') });
  const refusal = await refusalOf(app.root.backups.restore('newer.zip'));
  expect(refusal.status).toBe(400);
  expect((await restores())[0]).toMatchObject({
    backup: 'newer.zip',
    state: 'refused',
    message: 'It was made by a newer version of the product (2027-03-01-0900-fleets.sql): restore it with that one.',
  });
  expect(await everything()).toEqual(before);
  expect(await here.collection('users').getOne(here.id)).toMatchObject({ id: here.id });
});

test('[10.1.8] a backup of the demonstration is refused by a server that serves real people', async () => {
  const [id = ''] = demoAccountIds();
  await app.db.query(
    `insert into users (id, password, "tokenKey", email, name, created, updated) values ($1, '', 'a-key-of-nobody-in-a-demonstration', 'demo@kerbside.example', 'D', now(), now())`,
    [id],
  );
  await app.root.backups.create('demo.zip');
  await app.db.query('delete from users where id = $1', [id]);
  await refuseDemo(app.app.engine);
  const refusal = await refusalOf(app.root.backups.restore('demo.zip'));
  expect(refusal.status).toBe(400);
  expect((await restores())[0]).toMatchObject({
    state: 'refused',
    message: 'It holds the demonstration, whose passwords everybody knows.',
  });
  await app.root.backups.delete('demo.zip');
});
