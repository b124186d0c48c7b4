import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function restore(name: string): Promise<void> {
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  await app.root.backups.restore(name);
  await app.app.engine.backups.done();
  const [restored] = await app.db.query('select state, message from _restores order by id desc limit 1');
  expect(restored).toEqual({ state: 'done', message: '' });
}

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

  await restore('before.zip');
  const [row] = await app.db.query('select * from users where id = $1', [id]);
  expect(row).toMatchObject({ name: 'Mei', phone: '', bio: '', verified: true, _registeredBy: null });
  expect(await left()).toEqual([]);
  expect(await rows('notification_preferences')).toMatchObject([{ sms: false, email: true }]);
  expect((await refusalOf(users().authWithPassword(email, password))).status).toBe(400);
  // What its owner has added since opens the account still.
  expect(await app.db.query('select hash from recovery_codes where "user" = $1', [id])).toEqual([{ hash: 'owners' }]);
});

/** Somebody with a story, and the rows that tell it. */
async function makeTeller(id: string) {
  const person = await makePerson(app);
  await person.collection('users').update(person.id, { phone: '+6591237777', bio: `The bio of ${id}` });
  const request = { category: 'account', subject: 'Hello', text: `The story of ${id}` };
  await person.collection('support_requests').create(request);
  const teacher = await makeInstructor(app);
  const { id: conversation } = await person.collection('conversations').create({ instructor: teacher.id });
  await person.collection('messages').create({ conversation, text: `The words of ${id}` });
  const left = () =>
    app.db.query(
      `select bio as text from users where bio like '%' || $1 union select text from support_messages where text like '%' || $1
       union select text from messages where text like '%' || $1 union select id from users where id = $2`,
      [id, person.id],
    );
  expect(await left()).toHaveLength(4);
  const close = async () => {
    const body = { confirmation: `${person.id}@kerbside.example`, password: 'learner-password' };
    return (await person.send('/api/marketplace/close-account', { method: 'POST', body })).outcome;
  };
  return { person, left, close };
}

test('[25.30] people who closed their account, or whose account was deleted, do not come back with a backup of before', async () => {
  const [leaving, removed, staying] = [await makeTeller('one'), await makeTeller('two'), await makeTeller('three')];
  await app.root.backups.create('with-them.zip');
  expect(await leaving.close()).toBe('deleted');
  await app.root.collection('users').delete(removed.person.id);
  await restore('with-them.zip');
  expect([await leaving.left(), await removed.left()]).toEqual([[], []]);
  expect(await staying.left()).toHaveLength(4);
  const [email, password] = [`${leaving.person.id}@kerbside.example`, 'learner-password'];
  expect((await refusalOf(app.guest().collection('users').authWithPassword(email, password))).status).toBe(400);
  // It is known in later restores, too.
  await restore('with-them.zip');
  expect([await leaving.left(), await removed.left()]).toEqual([[], []]);
  // Whom nobody deleted comes back, though an older backup did not know them.
  await app.root.backups.create('older.zip');
  const newcomer = await makeTeller('four');
  await app.root.backups.create('newer.zip');
  await restore('older.zip');
  expect(await newcomer.left()).toEqual([]);
  await restore('newer.zip');
  expect(await newcomer.left()).toHaveLength(4);
  // One that was deleted by mistake comes back once the operator says so.
  await app.db.query('delete from _ended_accounts where account = $1', [removed.person.id]);
  await restore('with-them.zip');
  expect([(await leaving.left()).length, (await removed.left()).length]).toEqual([0, 4]);
});

test('[25.30] what was kept for a time that is over does not come back with a backup of before', async () => {
  const { person } = await makeTeller('five');
  const rows = () => app.db.query('select id from notifications where id = $1', ['oldnotice000000']);
  await app.db.query(
    `insert into notifications (id, "user", title, message, type, created, updated, _key)
     values ('oldnotice000000', $1, 'Old', 'Old', 'user', $2, $2, 'old')`,
    [person.id, new Date(app.clock.nowMs())],
  );
  await app.root.backups.create('in-time.zip');
  await restore('in-time.zip');
  expect(await rows()).toHaveLength(1);
  app.clock.advance(181 * 24 * 60);
  await restore('in-time.zip');
  expect(await rows()).toEqual([]);
});
