import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepAccountChanges } from '#marketplace/people/account-changes/sweep-changes.ts';
import { addApp } from '#support/authenticator-app.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '../support/start-app.ts';

type Client = PocketBase & { id: string };

let app: TestApp;
let admin: Client;
let second: Client;

beforeAll(async () => {
  app = await startApp();
  [admin, second] = [await makePerson(app, { role: 'admin' }), await makePerson(app, { role: 'admin' })];
});
afterAll(() => app.close());

const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);
const ask = (client: PocketBase, body: object) => client.collection('account_changes').create(body);
const confirm = (client: PocketBase, change: { id: string }) =>
  client.collection('account_change_confirmations').create({ change: change.id });
const userOf = (id: string) => app.root.collection('users').getOne(id);
const addressOf = ({ id }: { id: string }) => `${id}@kerbside.example`;
const link = (token: string, decision = '') =>
  app.guest().send('/api/marketplace/account-change-links', { method: 'POST', body: { token, decision } });

/** What happens some minutes later; tokens of people are good for five days. */
async function later<T>(minutes: number, run: () => Promise<T>): Promise<T> {
  app.clock.advance(minutes);
  return run().finally(() => app.clock.advance(-minutes));
}

/** The mails to an address, the newest first, with the tokens of their links. */
async function mailsTo(address: string): Promise<Array<{ subject: string; token: string }>> {
  const rows = await app.db.query<{ subject: string; text: string }>(
    `select subject, message ->> 'text' as text from _mails where lower("to") = lower($1) order by created desc, id desc`,
    [address],
  );
  return rows.map(({ subject, text }) => ({ subject, token: /\/auth\/[\w-]+\/([\w.-]+)/.exec(text)?.[1] ?? '' }));
}

describe('[25.2] what opens an account', () => {
  test.each([
    ['email', 'thief@kerbside.example'],
    ['verified', false],
    ['twoFactor', true],
    ['role', 'moderator'],
    ['role', 'premium'],
    ['password', 'chosen-by-staff-1'],
  ])('is not changed by staff: %s', async (field, value) => {
    const person = await makePerson(app);
    const body = { [field]: value, ...(field === 'password' && { passwordConfirm: value }) };
    expect(await codesOf(admin.collection('users').update(person.id, body))).toEqual([`${field}: not_allowed`]);
    expect((await person.collection('users').authRefresh()).record.email).toBe(addressOf(person));
  });

  test('is not given by staff with an account that they make; its owner is mailed a link to the first password', async () => {
    const users = admin.collection('users');
    const email = 'made-by-staff@kerbside.example';
    const password = { password: 'chosen-by-staff-1', passwordConfirm: 'chosen-by-staff-1' };
    expect(await codesOf(users.create({ email, role: 'admin' }))).toEqual(['role: not_allowed']);
    expect(await codesOf(users.create({ email, verified: true }))).toEqual(['verified: not_allowed']);
    expect(await codesOf(users.create({ email, ...password }))).toEqual(['password: not_allowed']);
    const made = await users.create({ email, name: 'Made By Staff', role: 'premium' });
    expect(made).toMatchObject({ role: 'premium', verified: false });
    const [mail] = await mailsTo(email);
    await app
      .guest()
      .collection('users')
      .confirmPasswordReset(mail?.token ?? '', password.password, password.password);
    const own = await app.guest().collection('users').authWithPassword(email, password.password);
    expect(own.record).toMatchObject({ id: made.id, verified: true });
  });

  test('stays the superuser’s to set, and the audit trail says so', async () => {
    const person = await makePerson(app);
    await app.root.collection('users').update(person.id, { email: 'moved@kerbside.example', role: 'finance' });
    const { items } = await admin.send('/api/marketplace/audit', { query: { record: person.id } });
    expect(items[0]).toMatchObject({ actorRole: 'superuser', action: 'update' });
    expect(items[0].changes).toContainEqual({ field: 'role', from: 'user', to: 'finance' });
  });
});

describe('[25.2] another address', () => {
  test('is confirmed by a link to the old one; the new one is unproved and the old sessions end', async () => {
    const person = await makePerson(app);
    const value = 'newer@kerbside.example';
    const change = await ask(admin, { user: person.id, field: 'email', value, reason: 'A typing mistake' });
    expect(change).toMatchObject({ status: 'waiting', was: addressOf(person), starter: admin.id });
    expect(await codesOf(confirm(admin, change))).toEqual(['change: same_person']);
    const [mail] = await mailsTo(addressOf(person));
    expect(mail?.subject).toContain('ask to change');
    expect(await link(mail?.token ?? '')).toEqual({ field: 'email', value, status: 'waiting' });
    expect((await userOf(person.id)).email).toBe(addressOf(person));
    await link(mail?.token ?? '', 'confirm');
    expect(await userOf(person.id)).toMatchObject({ email: value, verified: false });
    expect((await refusalOf(person.collection('users').authRefresh())).status).toBe(401);
    expect(await codesOf(link(mail?.token ?? '', 'confirm'))).toEqual(['token: validation_invalid_token']);
    const told = await second.collection('notifications').getFullList({ filter: 'title = "An account was changed"' });
    expect(told).toHaveLength(1);
    expect((await mailsTo(addressOf(person)))[0]?.subject).toContain('was changed');
  });

  test('is confirmed by another administrator where the old one is lost, but by none who is new', async () => {
    const [person, fresh] = [await makePerson(app), await makePerson(app)];
    await app.root.collection('users').update(fresh.id, { role: 'admin' });
    const value = 'recovered@kerbside.example';
    const change = await ask(admin, { user: person.id, field: 'email', value });
    await later(4 * 24 * 60, async () => {
      expect(await codesOf(confirm(fresh, change))).toEqual(['change: not_staff_then']);
      expect((await refusalOf(confirm(person, change))).status).toBe(400);
      await confirm(second, change);
    });
    expect((await userOf(person.id)).email).toBe(value);
    expect(await codesOf(confirm(second, change))).toEqual(['change: not_waiting']);
    await app.root.collection('users').update(fresh.id, { role: 'user' });
  });

  test('opens no rights of staff for 72 hours', async () => {
    const third = await makePerson(app, { role: 'admin' });
    const value = 'third@kerbside.example';
    await confirm(second, await ask(admin, { user: third.id, field: 'email', value }));
    const client = app.guest();
    await client.collection('users').authWithPassword(value, 'learner-password');
    const people = () => client.send('/api/marketplace/users', {});
    const because = /^What opens this account was changed\. .* begin at 2026-11-2\d [\d:.]+Z\.$/;
    await expect(people()).rejects.toThrow(because);
    await expect(client.collection('users').requestEmailChange('fourth@kerbside.example')).rejects.toThrow(because);
    expect((await client.collection('users').getOne(third.id)).rightsFrom).toMatch(/^2026-11-2\d /);
    expect(await admin.collection('users').getOne(third.id)).not.toHaveProperty('rightsFrom');
    expect((await refusalOf(ask(client, { user: admin.id, field: 'role', value: 'user' }))).status).toBe(400);
    expect((await later(72 * 60 - 1, () => refusalOf(people()))).status).toBe(403);
    expect((await later(72 * 60 + 1, people)).totalItems).toBeGreaterThan(3);
    expect(await later(72 * 60 + 1, () => client.collection('users').getOne(third.id))).not.toHaveProperty(
      'rightsFrom',
    );
    await app.root.collection('users').update(third.id, { role: 'user' });
  });

  test('is refused by whose account it is, by the link or signed in, and withdrawn by administrators', async () => {
    const person = await makePerson(app);
    const body = { user: person.id, field: 'email', value: 'never@kerbside.example' };
    const byLink = await ask(admin, body);
    expect(await codesOf(ask(second, body))).toEqual(['field: already_waiting']);
    await link((await mailsTo(addressOf(person)))[0]?.token ?? '', 'refuse');
    expect(await codesOf(confirm(second, byLink))).toEqual(['change: not_waiting']);
    const signedIn = await ask(admin, body);
    const [seen] = await person.collection('account_changes').getFullList({ sort: '-created,-@rowid' });
    expect(seen).toMatchObject({ id: signedIn.id, value: body.value });
    expect(seen).not.toHaveProperty('starter');
    const end = (client: PocketBase, status: string) =>
      client.collection('account_changes').update(signedIn.id, { status });
    expect(await codesOf(end(person, 'done'))).toEqual(['status: not_allowed']);
    expect(await codesOf(end(admin, 'done'))).toEqual(['status: not_allowed']);
    expect((await end(person, 'refused')).status).toBe('refused');
    expect(await codesOf(end(admin, 'withdrawn'))).toEqual(['status: not_waiting']);
    const third = await ask(admin, body);
    expect((await second.collection('account_changes').update(third.id, { status: 'withdrawn' })).status).toBe(
      'withdrawn',
    );
    expect((await refusalOf((await makePerson(app)).collection('account_changes').getOne(third.id))).status).toBe(404);
  });

  test('lapses when nobody confirms it in seven days', async () => {
    const person = await makePerson(app);
    const change = await ask(admin, { user: person.id, field: 'email', value: 'late@kerbside.example' });
    const { token = '' } = (await mailsTo(addressOf(person)))[0] ?? {};
    await later(7 * 24 * 60, async () => {
      expect(await codesOf(link(token, 'confirm'))).toEqual(['token: validation_invalid_token']);
      await sweepAccountChanges(app.app.engine, app.clock.nowMs());
    });
    expect((await admin.collection('account_changes').getOne(change.id)).status).toBe('lapsed');
    expect(await codesOf(confirm(second, change))).toEqual(['change: not_waiting']);
  });

  test.each([
    ['email', 'no address', 'validation_is_email'],
    ['email', '', 'validation_required'],
    ['role', 'root', 'validation_in_invalid'],
    ['role', 'user', 'unchanged'],
    ['twoFactor', 'true', 'validation_in_invalid'],
    ['twoFactor', false, 'unchanged'],
  ])('is refused at the value where it is none: %s %s', async (field, value, code) => {
    const person = await makePerson(app);
    expect(await codesOf(ask(admin, { user: person.id, field, value }))).toEqual([`value: ${code}`]);
  });

  test('is not asked for by others than administrators, of nobody, or of oneself', async () => {
    const [person, moderator] = [await makePerson(app), await makePerson(app, { role: 'moderator' })];
    const body = { field: 'email', value: 'any@kerbside.example' };
    for (const client of [person, moderator, app.guest()]) {
      expect((await refusalOf(ask(client, { ...body, user: second.id }))).status).toBe(400);
    }
    expect(await codesOf(ask(admin, { ...body, user: admin.id }))).toEqual(['user: own_account']);
    expect(await codesOf(ask(admin, { ...body, user: 'nobodyhasthisid' }))).toEqual([
      'user: validation_missing_rel_records',
    ]);
    const taken = { ...body, value: addressOf(second).toUpperCase(), user: person.id };
    expect(await codesOf(ask(admin, taken))).toEqual(['value: validation_not_unique']);
  });
});

describe('[25.2] two factors', () => {
  const withTwoFactors = async (role?: string) => {
    const person = await makePerson(app, role ? { role } : {});
    await app.root.collection('users').update(person.id, { twoFactor: true });
    return person;
  };

  test('are taken away by the old address or a second administrator', async () => {
    const [one, other] = [await makePerson(app), await makePerson(app)];
    for (const { id } of [one, other]) await app.root.collection('users').update(id, { twoFactor: true });
    const change = await ask(admin, { user: one.id, field: 'twoFactor', value: false });
    await confirm(second, change);
    expect((await userOf(one.id)).twoFactor).toBe(false);
    await ask(admin, { user: other.id, field: 'twoFactor', value: 'false' });
    await link((await mailsTo(addressOf(other)))[0]?.token ?? '', 'confirm');
    expect((await userOf(other.id)).twoFactor).toBe(false);
  });

  test('of staff, and of who has an app, are taken away by no mailbox', async () => {
    const [third, careful, promoted] = [await withTwoFactors('admin'), await makePerson(app), await withTwoFactors()];
    await addApp(app, careful);
    for (const { id } of [third, careful, promoted]) await ask(admin, { user: id, field: 'twoFactor', value: false });
    const tokenOf = async (person: Client) => (await mailsTo(addressOf(person))).find(({ token }) => token)?.token;
    expect(await tokenOf(third)).toBeUndefined();
    expect(await tokenOf(careful)).toBeUndefined();
    // A role that was given after the link was mailed.
    const token = await tokenOf(promoted);
    await app.root.collection('users').update(promoted.id, { role: 'moderator' });
    expect(await codesOf(link(token ?? '', 'confirm'))).toEqual(['token: validation_invalid_token']);
    expect((await userOf(promoted.id)).twoFactor).toBe(true);
  });

  test('of staff that were taken away open no rights of staff for 72 hours', async () => {
    const third = await withTwoFactors('admin');
    await confirm(second, await ask(admin, { user: third.id, field: 'twoFactor', value: false }));
    const client = app.guest();
    await client.collection('users').authWithPassword(addressOf(third), 'learner-password');
    const people = () => client.send('/api/marketplace/users', {});
    expect((await refusalOf(people())).status).toBe(403);
    expect((await later(72 * 60 - 1, () => refusalOf(people()))).status).toBe(403);
    expect((await later(72 * 60 + 1, people)).totalItems).toBeGreaterThan(3);
    await app.root.collection('users').update(third.id, { role: 'user' });
  });

  test('are taken away by no link that was mailed to an address of before', async () => {
    const person = await withTwoFactors();
    await ask(admin, { user: person.id, field: 'twoFactor', value: false });
    const { token = '' } = (await mailsTo(addressOf(person)))[0] ?? {};
    expect((await link(token)).status).toBe('waiting');
    await app.root.collection('users').update(person.id, { email: `moved-${addressOf(person)}` });
    expect(await codesOf(link(token, 'confirm'))).toEqual(['token: validation_invalid_token']);
    expect((await userOf(person.id)).twoFactor).toBe(true);
  });
});

describe('[25.2] a role', () => {
  test('between user and premium changes at once', async () => {
    const person = await makePerson(app);
    const change = await ask(admin, { user: person.id, field: 'role', value: 'premium' });
    expect([change.status, (await userOf(person.id)).role]).toEqual(['done', 'premium']);
    const query = { record: person.id, looks: 'false' };
    const { items } = await admin.send('/api/marketplace/audit', { query });
    expect(items[0]).toMatchObject({ actor: admin.id, changes: [{ field: 'role', from: 'user', to: 'premium' }] });
  });

  test('of staff is given by two, whoever it is given to says nothing', async () => {
    const person = await makePerson(app);
    const change = await ask(admin, { user: person.id, field: 'role', value: 'finance' });
    expect([change.status, change.takesEffectAt]).toEqual(['waiting', '']);
    expect(await codesOf(confirm(admin, change))).toEqual(['change: same_person']);
    await confirm(second, change);
    expect((await userOf(person.id)).role).toBe('finance');
  });

  test('of an administrator is taken away by two, neither of them the administrator, who can’t refuse it', async () => {
    const third = await makePerson(app, { role: 'admin' });
    const change = await ask(admin, { user: third.id, field: 'role', value: 'user' });
    expect(await codesOf(confirm(third, change))).toEqual(['change: own_case']);
    for (const status of ['refused', 'withdrawn']) {
      expect(await codesOf(third.collection('account_changes').update(change.id, { status }))).toEqual([
        'status: not_allowed',
      ]);
    }
    expect(await codesOf(admin.collection('users').delete(third.id))).toEqual(['id: not_allowed']);
    await confirm(second, change);
    expect((await userOf(third.id)).role).toBe('user');
  });

  test('is confirmed by somebody who was an administrator before it was asked for', async () => {
    const [person, fresh] = [await makePerson(app), await makePerson(app)];
    const change = await ask(admin, { user: person.id, field: 'role', value: 'moderator' });
    app.clock.advance(1);
    await app.root.collection('users').update(fresh.id, { role: 'admin' });
    app.clock.advance(1);
    expect(await codesOf(confirm(fresh, change))).toEqual(['change: not_staff_then']);
    await confirm(second, change);
    await app.root.collection('users').update(fresh.id, { role: 'user' });
  });

  test('is given by the only administrator after 24 hours, and suspending the others makes nobody the only one', async () => {
    const one = await startApp();
    try {
      const boss = await makePerson(one, { role: 'admin' });
      const [person, another] = [await makePerson(one), await makePerson(one, { role: 'admin' })];
      const give = (value: string) =>
        boss.collection('account_changes').create({ user: person.id, field: 'role', value });
      const sweep = () => sweepAccountChanges(one.app.engine, one.clock.nowMs());
      await boss.collection('account_changes').create({ user: another.id, field: 'suspended', value: true });
      const change = await give('moderator');
      expect(change.takesEffectAt).toBe('');
      await boss.collection('account_changes').update(change.id, { status: 'withdrawn' });
      // As if it had never been there.
      await one.db.query('delete from role_terms where "user" = $1', [another.id]);
      const alone = await give('moderator');
      expect(alone.takesEffectAt).toBe('2026-11-22 02:00:00.000Z');
      const roleNow = async () => {
        await sweep();
        return (await one.db.query('select role from users where id = $1', [person.id]))[0]?.role;
      };
      one.clock.advance(24 * 60 - 1);
      expect(await roleNow()).toBe('user');
      one.clock.advance(1);
      expect(await roleNow()).toBe('moderator');
      expect(await one.db.query('select way from account_change_confirmations')).toEqual([{ way: 'time' }]);
    } finally {
      await one.close();
    }
  });
});

test('[25.2] who suspends an instructor needs a second person who was staff before', async () => {
  const [teacher, fresh] = [await makeInstructor(app), await makePerson(app)];
  const suspension = await admin
    .collection('verifications')
    .create({ instructor: teacher.id, outcome: 'suspended', reasons: { conduct: 'Complaints' } });
  app.clock.advance(1);
  await app.root.collection('users').update(fresh.id, { role: 'moderator' });
  app.clock.advance(1);
  const agree = (client: PocketBase) =>
    client.collection('verification_confirmations').create({ verification: suspension.id });
  expect(await codesOf(agree(fresh))).toEqual(['verification: not_staff_then']);
  await agree(second);
});

test('[25.2] the database keeps what was decided, and who said the second word', async () => {
  const person = await makePerson(app);
  const change = await ask(admin, { user: person.id, field: 'role', value: 'moderator' });
  const word = (confirmer: string) =>
    app.db.query(
      `insert into account_change_confirmations (id, change, way, confirmer) values ('aword0000000001', $1, 'administrator', $2)`,
      [change.id, confirmer],
    );
  await expect(word(admin.id)).rejects.toThrow('a second person says it');
  await expect(app.db.query(`update account_changes set status = 'done' where id = $1`, [change.id])).rejects.toThrow(
    'a second word is missing',
  );
  await expect(app.db.query(`update account_changes set value = 'admin' where id = $1`, [change.id])).rejects.toThrow(
    'append-only',
  );
  await confirm(second, change);
  for (const statement of [
    `update account_changes set status = 'waiting' where id = '${change.id}'`,
    `delete from account_changes where id = '${change.id}'`,
    'update account_change_confirmations set confirmer = starter from account_changes',
    'delete from account_change_confirmations',
    'truncate account_changes cascade',
  ]) {
    await expect(app.db.query(statement)).rejects.toThrow('append-only');
  }
  const refused = await refusalOf(app.root.collection('account_changes').delete(change.id));
  expect(refused.status).toBe(400);
  // The account takes along what was asked of it.
  await app.root.collection('users').update(person.id, { role: 'user' });
  await app.root.collection('users').delete(person.id);
  expect(await app.db.query('select 1 from account_changes where "user" = $1', [person.id])).toEqual([]);
});
