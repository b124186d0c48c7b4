import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepAccountChanges } from '#marketplace/people/account-changes/sweep-changes.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '../support/start-app.ts';

type Client = PocketBase & { id: string };

let app: TestApp;
let [own, other]: Client[] = [];
let teacher: Teacher;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  own = await makePerson(app, { role: 'admin' });
  other = await makePerson(app, { role: 'admin' });
  teacher = await makeInstructor(app, { verifiedAt: '2026-01-01 00:00:00.000Z' });
});

const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);
const suspend = (by: Client | undefined, whom: string, suspended = true) =>
  (by as Client).collection('users').update(whom, { suspended });
const waiting = () => app.root.collection('account_changes').getFullList({ filter: `user = '${teacher.client.id}'` });
const profile = async () => (await app.root.collection('instructors').getOne(teacher.id)).status;
const isSuspended = async (id = teacher.client.id) => (await app.root.collection('users').getOne(id)).suspended;
async function later<T>(hours: number, run: () => Promise<T>): Promise<T> {
  app.clock.advance(hours * 60);
  return run().finally(() => app.clock.advance(-hours * 60));
}
const sweep = () => sweepAccountChanges(app.app.engine, app.clock.nowMs());

describe('[25.43] nobody of the staff ends somebody’s teaching alone: a suspension of the account', () => {
  test('locks it for a day, and after that everything is as before', async () => {
    const { id } = teacher.client;
    await suspend(own, id);
    expect((await refusalOf(teacher.client.collection('users').authRefresh())).status).toBe(401);
    expect((await refusalOf(app.guest().collection('instructors').getOne(teacher.id))).status).toBe(404);
    // Packages with a suspended instructor end for good, so it is paused only.
    expect(await profile()).toBe('paused');
    const [change] = await waiting();
    expect(change).toMatchObject({ field: 'suspended', status: 'waiting', starter: own?.id });
    expect(Date.parse(change?.lockedUntil) - app.clock.nowMs()).toBe(24 * 3_600_000);
    const notices = await app.db.query<{ title: string }>('select title from notifications where "user" = $1', [
      other?.id,
    ]);
    expect(notices.map(({ title }) => title)).toContain('A change of an account is asked for');
    await later(24, sweep);
    expect([await isSuspended(), await profile()]).toEqual([false, 'listed']);
    // Neither that administrator nor another one locks it once more in the same week.
    for (const by of [own, other])
      await later(0, async () => expect(await codesOf(suspend(by, id))).toEqual(['suspended: needs_second_word']));
    expect(await isSuspended()).toBe(false);
  });

  test('stays once a second administrator confirms it, and the profile is suspended then', async () => {
    await suspend(own, teacher.client.id);
    const [change] = await waiting();
    const confirm = (by: Client | undefined) =>
      (by as Client).collection('account_change_confirmations').create({ change: change?.id });
    expect(await codesOf(confirm(own))).toEqual(['change: same_person']);
    await confirm(other);
    await later(25, sweep);
    expect([await isSuspended(), await profile()]).toEqual([true, 'suspended']);
    const restore = () =>
      (own as Client).collection('verifications').create({ instructor: teacher.id, outcome: 'restored' });
    // Nobody is listed whom nobody could reach.
    expect(await codesOf(restore())).toEqual(['instructor: wrong_state']);
    await suspend(own, teacher.client.id, false);
    await restore();
    expect(await profile()).toBe('listed');
  });

  test('is withdrawn by lifting it', async () => {
    await suspend(own, teacher.client.id);
    await suspend(other, teacher.client.id, false);
    expect([await isSuspended(), await profile()]).toEqual([false, 'listed']);
    expect((await waiting()).map(({ status }) => status)).toEqual(['withdrawn']);
  });

  test('leaves a pause that the instructor made as it was', async () => {
    await teacher.client.collection('instructors').update(teacher.id, { status: 'paused' });
    await suspend(own, teacher.client.id);
    await later(24, sweep);
    expect(await profile()).toBe('paused');
    const client = app.guest();
    await client.collection('users').authWithPassword(`${teacher.client.id}@kerbside.example`, 'learner-password');
    await client.collection('instructors').update(teacher.id, { status: 'listed' });
  });

  test('is of three such accounts in a week by one administrator, and of others as many as there are', async () => {
    for (let time = 0; time < 3; time++) await suspend(own, (await makeInstructor(app)).client.id);
    expect(await codesOf(suspend(own, teacher.client.id))).toEqual(['suspended: needs_second_word']);
    const asked = await (own as Client)
      .collection('account_changes')
      .create({ user: teacher.client.id, field: 'suspended', value: true });
    expect(asked).toMatchObject({ status: 'waiting', lockedUntil: '' });
    expect(await isSuspended()).toBe(false);
    // A colleague is counted apart, and who neither teaches nor is staff is suspended as before.
    const colleague = await makePerson(app, { role: 'moderator' });
    const lock = { user: colleague.id, field: 'suspended', value: true };
    expect((await (own as Client).collection('account_changes').create(lock)).lockedUntil).not.toBe('');
    await suspend(own, (await makePerson(app)).id);
    await suspend(other, teacher.client.id).catch(() => undefined);
  });

  test('of a colleague is made no longer than its day by saying it once more', async () => {
    const colleague = await makePerson(app, { role: 'moderator' });
    await (own as Client).collection('account_changes').create({ user: colleague.id, field: 'suspended', value: true });
    await suspend(own, colleague.id);
    await later(24, sweep);
    expect(await isSuspended(colleague.id)).toBe(false);
  });
});

describe('[25.43] nobody of the staff ends somebody’s teaching alone: the profile', () => {
  const set = (by: Client | undefined, body: object) =>
    (by as Client).collection('instructors').update(teacher.id, body);

  test('is paused for a day, once in a week, and its instructor comes back by themselves', async () => {
    await set(own, { status: 'paused' });
    await later(23, async () => {
      expect(await codesOf(set(teacher.client, { status: 'listed' }))).toEqual(['status: not_allowed']);
    });
    await later(24, async () => {
      await set(teacher.client, { status: 'listed' });
      for (const by of [own, other])
        expect(await codesOf(set(by, { status: 'paused' }))).toEqual(['status: needs_second_word']);
      // Nor is a pause that the instructor makes turned into one of the staff.
      await set(teacher.client, { status: 'paused' });
      expect(await codesOf(set(own, { status: 'paused' }))).toEqual(['status: needs_second_word']);
      await set(teacher.client, { status: 'listed' });
    });
  });

  test('has its classes, name and car changed by no administrator once it was checked', async () => {
    for (const body of [{ licenceClasses: ['2B'] }, { name: 'Nobody' }, { vehiclePlate: 'SKB 9' }]) {
      expect(await codesOf(set(own, body))).toEqual([`${Object.keys(body)[0]}: needs_review`]);
    }
  });
});
