import { readFile } from 'node:fs/promises';
import type { RecordModel } from 'pocketbase';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Manifest } from '#engine/backups/write-backup.ts';
import { findAuditFaults } from '#marketplace/audit/find-audit-faults.ts';
import { demoAccountIds } from '#marketplace/demo/demo-people.ts';
import { refuseDemo } from '#marketplace/demo/refuse-demo.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { rewriteZip } from '#support/rewrite-zip.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  app.clock.set('2026-11-25T10:00:00+08:00');
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
});
afterAll(() => app.close());

/** Made by the product as it was on 21 November 2026 (d398645), before 37 of the migrations: lessons paid, run out and given, a collection with a file. */
const older = await readFile(new URL('../support/backups/2026-11-21.zip', import.meta.url));

const restores = () => app.root.send('/api/backups/restores', { method: 'GET' });

test('a backup of a newer version is refused with the reason, before anything is touched', async () => {
  const newer = await rewriteZip(older, (name, part) => {
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

test('a backup of the version of 21 November is restored whole: what was written then can be read, proved and gone on with', async () => {
  await app.root.backups.upload({ file: new File([older], 'older.zip') });
  await app.root.backups.restore('older.zip');
  await app.app.engine.backups.done();
  // The server hears a moment later that everybody may come again.
  await vi.waitFor(() => app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password'));
  expect((await restores())[0]).toMatchObject({ backup: 'older.zip', state: 'done', message: '' });
  const lessons = await app.root.collection('lessons').getFullList({ sort: 'start' });
  expect(lessons.map(({ status, priceCents }) => `${status} ${priceCents}`)).toEqual([
    'completed 6600',
    'confirmed 6600',
    'expired 6600',
  ]);
  const [note] = await app.root.collection('notes').getFullList();
  const file = await fetch(app.root.files.getURL(note ?? {}, String(note?.paper)));
  expect([note?.text, await file.text()]).toEqual(['of an older version', 'on paper']);
  const books = async () => [(await proveLedger(app.db)).faults, (await findAuditFaults(app.db)).faults];
  expect(await books()).toEqual([[], []]);
  // Its people sign in, and what was due goes on: the lesson that was given closes and is the instructor's, less 10 %.
  const learner = app.guest();
  const [{ email }] = (await app.root.collection('users').getFullList({ filter: `role = 'user'`, sort: '-id' })) as [
    RecordModel,
  ];
  await learner.collection('users').authWithPassword(email, 'learner-password');
  await app.app.sweepers.runDue();
  expect((await learner.collection('lessons').getFullList({ sort: 'start' }))[0]?.status).toBe('closed');
  const [payable] = await app.db.query<{ cents: number }>('select sum("amountCents")::int as cents from payables');
  // With the one that was confirmed, of which nobody said anything for a day after its end.
  expect(payable?.cents).toBe(2 * 5940);
  // What was decided about fields and rules since holds at once, not after the next start.
  const refusal = await refusalOf(
    learner.collection('users').update(String(learner.authStore.record?.id), { 'role+': 'admin' }),
  );
  expect(refusal.status).toBe(400);
  expect(await app.root.collection('payouts').getFullList()).toHaveLength(1);
  expect(await books()).toEqual([[], []]);
});
