import type PocketBase from 'pocketbase';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepAccountChanges } from '#marketplace/people/account-changes/sweep-changes.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '../support/start-app.ts';

type Client = PocketBase & { id: string };

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);
const ask = (client: PocketBase, body: object) => client.collection('account_changes').create(body);
const confirm = (client: PocketBase, change: { id: string }) =>
  client.collection('account_change_confirmations').create({ change: change.id });
const userOf = (id: string) => app.root.collection('users').getOne(id);
const addressOf = ({ id }: { id: string }) => `${id}@kerbside.example`;
/** What happens some minutes later; tokens of people are good for five days. */
async function later<T>(minutes: number, run: () => Promise<T>): Promise<T> {
  app.clock.advance(minutes);
  return run().finally(() => app.clock.advance(-minutes));
}

/** The subjects of the mails to somebody. */
async function mailedTo(person: Client): Promise<string> {
  const rows = await app.db.query<{ subject: string }>('select subject from _mails where "to" = $1', [
    addressOf(person),
  ]);
  return rows.map(({ subject }) => subject).join();
}

describe('[25.35] a colleague’s part in the staff', () => {
  let [own, other, third]: Client[] = [];
  const part = (client: Client | undefined) => client as Client;
  const suspend = (by: Client | undefined, whom: Client, value = true) =>
    ask(part(by), { user: whom.id, field: 'suspended', value, reason: 'Signed in from another country' });
  const isSuspended = async ({ id }: Client) => (await userOf(id)).suspended;
  const sweep = () => sweepAccountChanges(app.app.engine, app.clock.nowMs());
  const endAsked = async () => {
    const open = await app.root.collection('account_changes').getFullList({ filter: `status = 'waiting'` });
    for (const { id } of open) await app.root.collection('account_changes').update(id, { status: 'withdrawn' });
  };
  const titlesOf = async (user: string) =>
    (
      await app.db.query<{ title: string }>('select title from notifications where "user" = $1 order by _seq', [user])
    ).map(({ title }) => title);

  beforeEach(async () => {
    own = await makePerson(app, { role: 'admin' });
    other = await makePerson(app, { role: 'admin' });
    third = await makePerson(app, { role: 'admin' });
  });
  afterEach(async () => {
    await endAsked();
    for (const person of [own, other, third])
      await app.root.collection('users').update(part(person).id, { role: 'user' });
  });

  test.each(['moderator', 'finance', 'admin'])('is taken by no administrator alone: %s', async (role) => {
    const colleague = await makePerson(app, { role });
    const users = part(own).collection('users');
    expect(await codesOf(users.update(colleague.id, { suspended: true }))).toEqual(['suspended: not_allowed']);
    expect(await codesOf(users.delete(colleague.id))).toEqual(['id: not_allowed']);
    const change = await ask(part(own), { user: colleague.id, field: 'role', value: 'user' });
    expect(change.status).toBe('waiting');
    expect(await codesOf(colleague.collection('account_changes').update(change.id, { status: 'refused' }))).toEqual([
      'status: not_allowed',
    ]);
    expect((await colleague.collection('users').authRefresh()).record.role).toBe(role);
    await confirm(part(other), change);
    expect((await userOf(colleague.id)).role).toBe('user');
    await users.delete(colleague.id);
  });

  test('is locked at once for a day by asking for a suspension, which everybody is told, and ends by itself', async () => {
    const colleague = await makePerson(app, { role: 'moderator' });
    const change = await suspend(own, colleague);
    expect(change).toMatchObject({ status: 'waiting', was: 'false', value: 'true' });
    expect(Date.parse(change.lockedUntil) - app.clock.nowMs()).toBe(24 * 3_600_000);
    expect((await refusalOf(colleague.collection('users').authRefresh())).status).toBe(401);
    await later(1, () => app.app.sweepers.runDue());
    expect(await mailedTo(colleague)).toContain('Our staff ask to change your account');
    expect(await mailedTo(part(other))).toContain('A change of an account is asked for');
    expect(await titlesOf(part(other).id)).toContain('A change of an account is asked for');
    const query = { record: colleague.id, looks: 'false' };
    expect((await part(other).send('/api/marketplace/audit', { query })).items[0]).toMatchObject({
      actor: part(own).id,
      changes: [{ field: 'suspended', from: 'false', to: 'true' }],
    });
    await later(24 * 60 - 1, sweep);
    expect(await isSuspended(colleague)).toBe(true);
    await later(24 * 60, sweep);
    expect(await isSuspended(colleague)).toBe(false);
    expect(await titlesOf(colleague.id)).toContain('Your account is no longer locked');
    expect(await titlesOf(part(other).id)).toContain('The lock of an account is over');
    // It still waits, and is done by the second word.
    await later(48 * 60, () => confirm(part(other), change));
    expect(await isSuspended(colleague)).toBe(true);
    await later(72 * 60, sweep);
    expect(await isSuspended(colleague)).toBe(true);
  });

  test('stays locked once a second administrator confirms, and no third one lifts that alone', async () => {
    const change = await suspend(own, part(other));
    expect(await codesOf(confirm(part(own), change))).toEqual(['change: same_person']);
    await confirm(part(third), change);
    await later(25 * 60, sweep);
    expect(await isSuspended(part(other))).toBe(true);
    const alone = part(third).collection('users').update(part(other).id, { suspended: false });
    expect(await codesOf(alone)).toEqual(['suspended: not_allowed']);
    const lifting = await suspend(third, part(other), false);
    expect(lifting).toMatchObject({ status: 'waiting', lockedUntil: '' });
    expect(await isSuspended(part(other))).toBe(true);
    await confirm(part(own), lifting);
    expect(await isSuspended(part(other))).toBe(false);
  });

  test('comes back as soon as any other administrator withdraws the suspension', async () => {
    const change = await suspend(own, part(other));
    await part(third).collection('account_changes').update(change.id, { status: 'withdrawn' });
    expect(await isSuspended(part(other))).toBe(false);
    expect(await codesOf(confirm(part(third), change))).toEqual(['change: not_waiting']);
  });

  test('is locked once in a week, whoever asks, and nobody locks two in a week', async () => {
    const [one, two] = [await makePerson(app, { role: 'finance' }), await makePerson(app, { role: 'moderator' })];
    const first = await suspend(own, one);
    expect(await suspend(own, two)).toMatchObject({ status: 'waiting', lockedUntil: '' });
    expect(await isSuspended(two)).toBe(false);
    await part(other).collection('account_changes').update(first.id, { status: 'withdrawn' });
    expect(await suspend(other, one)).toMatchObject({ status: 'waiting', lockedUntil: '' });
    expect(await isSuspended(one)).toBe(false);
    await endAsked();
    const again = async () => {
      const client = app.guest() as Client;
      await client.collection('users').authWithPassword(addressOf(part(own)), 'learner-password');
      return suspend(client, one);
    };
    await later(7 * 24 * 60 - 1, async () => expect((await again()).lockedUntil).toBe(''));
    await endAsked();
    await later(7 * 24 * 60, async () => expect((await again()).lockedUntil).not.toBe(''));
  });

  test('is locked by one of two who ask at the same moment for two', async () => {
    const [one, two] = [await makePerson(app, { role: 'finance' }), await makePerson(app, { role: 'moderator' })];
    const asked = await Promise.all([suspend(own, one), suspend(own, two)]);
    expect(asked.filter(({ lockedUntil }) => lockedUntil !== '')).toHaveLength(1);
  });

  test('leaves what the locked colleague asked for waiting, about who locked them, too', async () => {
    const about = await ask(part(other), { user: part(own).id, field: 'role', value: 'user' });
    await suspend(own, part(other));
    const withdrawn = part(own).collection('account_changes').update(about.id, { status: 'withdrawn' });
    expect(await codesOf(withdrawn)).toEqual(['status: not_allowed']);
    await confirm(part(third), about);
    expect((await userOf(part(own).id)).role).toBe('user');
  });

  test('is not ended by a lock once a superuser has decided by hand', async () => {
    const colleague = await makePerson(app, { role: 'finance' });
    await suspend(own, colleague);
    await app.root.collection('users').update(colleague.id, { suspended: true });
    await later(25 * 60, sweep);
    expect(await isSuspended(colleague)).toBe(true);
    await endAsked();
    expect(await isSuspended(colleague)).toBe(true);
  });

  test('is asked for of colleagues alone, and of others one administrator suspends the account', async () => {
    const person = await makePerson(app);
    expect(await codesOf(suspend(own, person))).toEqual(['value: not_staff']);
    expect(await codesOf(suspend(own, part(own)))).toEqual(['user: own_account']);
    expect(await codesOf(suspend(own, part(other), false))).toEqual(['value: unchanged']);
    expect(await part(own).collection('users').update(person.id, { suspended: true })).toMatchObject({
      suspended: true,
    });
  });

  test('is not worn away by signing them out: their passkeys stay, and it is done three times in a day', async () => {
    const colleague = await makePerson(app, { role: 'moderator' });
    await app.db.query(
      `insert into passkeys (id, "user", name, _credential) values ('passkeyofstaff1', $1, 'Key', 'abc')`,
      [colleague.id],
    );
    const out = () => part(own).send(`/api/marketplace/users/${colleague.id}/sessions`, { method: 'DELETE' });
    for (let time = 0; time < 3; time++) await out();
    expect((await refusalOf(out())).status).toBe(429);
    expect(await app.db.query('select 1 from passkeys where "user" = $1', [colleague.id])).toHaveLength(1);
  });
});

test('[25.35] a colleague is locked for a day from when it was asked, by a clock that goes on meanwhile', async () => {
  let nowMs = Date.parse('2026-11-21T02:00:00Z');
  const one = await startApp({ clock: { nowMs: () => nowMs++ } });
  try {
    const [asker, colleague] = [await makePerson(one, { role: 'admin' }), await makePerson(one, { role: 'moderator' })];
    const change = await ask(asker, { user: colleague.id, field: 'suspended', value: true });
    expect(Date.parse(change.lockedUntil) - Date.parse(change.created)).toBe(24 * 3_600_000);
  } finally {
    await one.close();
  }
});
