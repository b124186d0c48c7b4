import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { root } from '../support/list-files.ts';

let app: TestApp;
const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-admin-'));

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function command(...args: string[]) {
  const { PATH = '', HOME = '' } = process.env;
  const DATABASE_URL = String(app.connection.connectionString);
  const env = { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL, CLOCK: new Date(app.clock.nowMs()).toISOString() };
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'src/kerbside.ts'), 'admin', ...args], {
    env,
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

test('[25.2] the founder’s first administrator comes from the command line, and chooses a password by a link that works once', async () => {
  const email = 'founder@kerbside.example';
  expect(command('create', 'no-address').status).toBe(1);
  const { stdout, stderr, status } = command('create', email, '--name', 'Tan Wei Ling');
  expect([status, stderr]).toEqual([0, '']);
  const token = /\/auth\/accept-invitation\/([\w.-]+)$/m.exec(stdout)?.[1] ?? '';
  const users = app.guest().collection('users');
  await users.confirmPasswordReset(token, 'the-founders-own-1', 'the-founders-own-1');
  await expect(users.confirmPasswordReset(token, 'another-choice-1', 'another-choice-1')).rejects.toThrow();
  const { record } = await users.authWithPassword(email, 'the-founders-own-1');
  expect(record).toMatchObject({ role: 'admin', verified: true, name: 'Tan Wei Ling' });
  const { items } = await app.root.send('/api/marketplace/audit', { query: { record: record.id, action: 'create' } });
  expect(items).toMatchObject([{ actorName: 'Command line', actorRole: 'superuser' }]);
});

test('[25.2] an account that a stranger registered under the founder’s address begins clean before it is an administrator’s', async () => {
  const [email, password] = ['second.founder@kerbside.example', 'the-strangers-1'];
  const users = app.guest().collection('users');
  await users.create({ email, password, passwordConfirm: password, name: 'Mallory', phone: '81234567' });
  const stranger = app.guest().collection('users');
  await stranger.authWithPassword(email, password);
  const { stdout, stderr, status } = command('create', email, '--name', 'Tan Wei Ling');
  expect([status, stderr]).toEqual([0, '']);
  await expect(users.authWithPassword(email, password)).rejects.toMatchObject({ status: 400 });
  const refresh = () =>
    stranger.authRefresh().then(
      () => 200,
      (error) => error.status,
    );
  await expect.poll(refresh).toBe(401);
  const token = /\/auth\/accept-invitation\/([\w.-]+)$/m.exec(stdout)?.[1] ?? '';
  await users.confirmPasswordReset(token, 'the-founders-own-1', 'the-founders-own-1');
  const { record } = await users.authWithPassword(email, 'the-founders-own-1');
  expect(record).toMatchObject({ role: 'admin', verified: true, name: 'Tan Wei Ling', phone: '' });
});

test('[25.2] the second word of the only administrator comes from the command line', async () => {
  const [boss, person] = [await makePerson(app, { role: 'admin' }), await makePerson(app)];
  const body = { user: person.id, field: 'role', value: 'moderator' };
  const change = await boss.collection('account_changes').create(body);
  expect(command('changes').stdout).toContain(`${change.id}  Person`);
  expect(command('confirm', change.id)).toMatchObject({ status: 0, stdout: 'The change is confirmed.\n' });
  expect((await app.root.collection('users').getOne(person.id)).role).toBe('moderator');
  const again = command('confirm', change.id);
  expect([again.status, again.stderr]).toEqual([1, 'change: Nothing waits to be confirmed here.\n']);
});

test('[25.2] the other administrators are told of one from the command line, by a notification and a mail', async () => {
  const boss = await makePerson(app, { role: 'admin' });
  const email = 'another@kerbside.example';
  expect(command('create', email, '--name', 'Lim Siew Mei').status).toBe(0);
  const told = await boss.collection('notifications').getFullList({ filter: `title = 'An account was changed'` });
  expect(told.filter(({ message }) => message.includes('Lim Siew Mei'))).toMatchObject([
    { type: 'security', message: expect.stringContaining('command line') },
  ]);
  app.clock.advance(1);
  await app.app.sweepers.runDue();
  const mailed = await app.db.query<{ to: string }>(
    `select "to" from _mails where message::text like '%Lim Siew Mei%' and subject = 'An account was changed'`,
  );
  expect(mailed.map(({ to }) => to)).toContain(`${boss.id}@kerbside.example`);
});
