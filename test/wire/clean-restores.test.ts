import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('[25.5] [25.21] what a stranger wrote into an account stays ended when a backup of before its owner proved the address is restored', async () => {
  const [email, password] = ['proved-since@example.com', 'the-strangers-1'];
  const users = (client = app.guest()) => client.collection('users');
  const stranger = app.guest();
  const { id } = await users().create({ email, password, passwordConfirm: password, name: 'Mallory' });
  await users(stranger).authWithPassword(email, password);
  await users(stranger).update(id, { phone: '81234567', bio: 'I am Mallory.' });
  await stranger.collection('notification_preferences').update(id, { sms: true, email: false });
  const teacher = await makeInstructor(app);
  await stranger.collection('saved_instructors').create({ user: id, instructor: teacher.id });
  await stranger
    .collection('support_requests')
    .create({ category: 'account', subject: 'Hello', text: 'I am Mallory.' });
  await stranger.collection('instructors').create({ name: 'Mallory Teaches' });
  const rows = (table: string) => app.db.query(`select * from ${table} where "user" = $1`, [id]);
  const left = async () =>
    (await Promise.all(['saved_instructors', 'support_requests', 'instructors'].map(rows))).flat();
  expect(await left()).toHaveLength(3);
  await app.root.backups.create('before.zip');

  const owner = app.guest();
  const { otpId } = await users(owner).requestOTP(email);
  const [mail] = await (await fetch(`${app.url}/api/dev/mailbox?to=${encodeURIComponent(email)}`)).json();
  await users(owner).authWithOTP(otpId, /\b\d{6}\b/.exec(mail.text)?.[0] ?? '');
  await users(owner).update(id, { name: 'Mei' });
  await app.db.query(`insert into recovery_codes ("user", hash, created) values ($1, 'owners', now())`, [id]);
  expect(await left()).toEqual([]);

  await app.root.backups.restore('before.zip');
  await app.app.engine.backups.done();
  const [restored] = await app.db.query('select state, message from _restores order by id desc limit 1');
  expect(restored).toEqual({ state: 'done', message: '' });
  const [row] = await app.db.query('select * from users where id = $1', [id]);
  expect(row).toMatchObject({ name: 'Mei', phone: '', bio: '', verified: true, _registeredBy: null });
  expect(await left()).toEqual([]);
  expect(await rows('notification_preferences')).toMatchObject([{ sms: false, email: true }]);
  expect((await refusalOf(users().authWithPassword(email, password))).status).toBe(400);
  // What its owner has added since opens the account still.
  expect(await app.db.query('select hash from recovery_codes where "user" = $1', [id])).toEqual([{ hash: 'owners' }]);
});
