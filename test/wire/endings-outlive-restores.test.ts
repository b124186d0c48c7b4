import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

const password = 'learner-password';
const fresh = 'another-password-1';
const slow = 240_000;
const openTerms = `select from role_terms t where until is null and "user" <> all (select id from users u where u.role = t.role)`;

let app: TestApp;
let elsewhere: TestApp;
beforeAll(async () => {
  [app, elsewhere] = await Promise.all([startApp(), startApp()]);
});
afterAll(() => Promise.all([app.close(), elsewhere.close()]));
type Person = Awaited<ReturnType<typeof makePerson>>;
async function restore(place: TestApp, name: string): Promise<void> {
  // Whoever asked for the last one may have been signed out by it.
  await place.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  await place.root.backups.restore(name);
  await place.app.engine.backups.done();
  const [latest] = await place.db.query('select state, message from _restores order by id desc limit 1');
  expect(latest).toEqual({ state: 'done', message: '' });
}

const emailOf = ({ authStore }: PocketBase): string => String(authStore.record?.email);
const signIn = (email: string, secret: string, place = app) =>
  place.guest().collection('users').authWithPassword(email, secret);
const isRefused = async (call: Promise<unknown>) => (await refusalOf(call)).status;
const userOf = async ({ id }: Person) => (await app.db.query('select * from users where id = $1', [id]))[0] ?? {};
const setUser = ({ id }: Person, column: string, value: unknown) =>
  app.db.query(`update users set "${column}" = $2 where id = $1`, [id, value]);

const calendarPath = '/api/marketplace/calendar-address';
const readCalendar = async (url: string) => (await fetch(url.replace('http://kerbside.example', app.url))).status;

/** Something that opens an account: how it is ended once the backup is there, and what must hold when the backup is back. */
type Kind = { name: string; prepare: () => Promise<{ end: () => Promise<unknown>; expect: () => Promise<void> }> };

const kinds: Kind[] = [
  {
    name: 'a password that was changed',
    async prepare() {
      const person = await makePerson(app);
      return {
        end: () => app.root.collection('users').update(person.id, { password: fresh, passwordConfirm: fresh }),
        async expect() {
          expect(await isRefused(signIn(emailOf(person), password))).toBe(400);
          await signIn(emailOf(person), fresh);
        },
      };
    },
  },
  {
    name: 'a link that was used',
    async prepare() {
      const person = await makePerson(app);
      await app.guest().collection('users').requestPasswordReset(emailOf(person));
      const link = async () => {
        const [mail] = await app.db.query<{ text: string }>(
          `select message->>'text' as text from _mails where message::text like '%' || $1 || '%' order by id desc limit 1`,
          [emailOf(person)],
        );
        return /confirm-password-reset\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      };
      await expect.poll(link).not.toBe('');
      const token = await link();
      return {
        end: () => app.guest().collection('users').confirmPasswordReset(token, fresh, fresh),
        async expect() {
          expect(await isRefused(app.guest().collection('users').confirmPasswordReset(token, password, password))).toBe(
            400,
          );
        },
      };
    },
  },
  {
    name: 'a session that was ended',
    async prepare() {
      const person = await makePerson(app);
      return {
        end: () =>
          person
            .send('/api/marketplace/devices', { method: 'DELETE' })
            .then(() => app.db.query('delete from _sessions where "recordRef" = $1', [person.id])),
        expect: async () => expect(await isRefused(person.collection('users').authRefresh())).toBe(401),
      };
    },
  },
  {
    name: 'an address that was changed',
    async prepare() {
      const person = await makePerson(app);
      const before = emailOf(person);
      return {
        end: () => setUser(person, 'email', `new-${before}`),
        async expect() {
          expect(await isRefused(signIn(before, password))).toBe(400);
          await signIn(`new-${before}`, password);
        },
      };
    },
  },
  {
    name: 'a calendar address that was renewed, and one that was ended',
    async prepare() {
      const [renewing, ending] = [await makePerson(app), await makePerson(app)];
      const first = await renewing.send(calendarPath, { method: 'POST' });
      const other = await ending.send(calendarPath, { method: 'POST' });
      let next = { url: '' };
      return {
        async end() {
          next = await renewing.send(calendarPath, { method: 'POST' });
          await ending.send(calendarPath, { method: 'DELETE' });
        },
        async expect() {
          expect(await Promise.all([first.url, other.url, next.url].map(readCalendar))).toEqual([404, 404, 200]);
        },
      };
    },
  },
  {
    name: 'an account that was suspended',
    async prepare() {
      const person = await makePerson(app);
      return {
        end: () => setUser(person, 'suspended', true),
        expect: async () => expect(await isRefused(signIn(emailOf(person), password))).toBe(403),
      };
    },
  },
  {
    name: 'an account whose owner closed it and that stays for its lessons',
    async prepare() {
      const person = await makePerson(app);
      return {
        // As closing does: nothing of the owner is left in it.
        end: () =>
          app.db.query(
            `update users set _closed = now(), email = '', password = '', name = '', phone = '', verified = false where id = $1`,
            [person.id],
          ),
        async expect() {
          expect(await isRefused(signIn(emailOf(person), password))).toBe(400);
          expect(await userOf(person)).toMatchObject({ email: '', name: 'Deleted account', _closed: expect.any(Date) });
        },
      };
    },
  },
  {
    name: 'an account that was deleted',
    async prepare() {
      const person = await makePerson(app, { role: 'admin' });
      const heir = emailOf(person);
      return {
        async end() {
          await app.db.query('delete from users where id = $1', [person.id]);
          // Its address is somebody else's by now.
          await makePerson(app, { email: heir });
        },
        async expect() {
          expect(await isRefused(signIn(heir, password))).toBe(400);
          expect(await userOf(person)).toEqual({});
        },
      };
    },
  },
  {
    name: 'an account that was deleted and whose id somebody else took, with all that signs in to it',
    async prepare() {
      const person = await makePerson(app, { role: 'admin' });
      const email = 'newcomer@kerbside.example';
      const opens = `select 1 from calendar_addresses where "user" = $1 union select 2 from "_externalAuths" where "recordRef" = $1
        union select 3 from _sessions where "recordRef" = $1`;
      return {
        async end() {
          await app.db.query('delete from users where id = $1', [person.id]);
          const newcomer = app.guest();
          await newcomer.collection('users').create({ id: person.id, email, password, passwordConfirm: password });
          await newcomer.collection('users').authWithPassword(email, password);
          await newcomer.send(calendarPath, { method: 'POST' });
          const linked = `insert into "_externalAuths" (id, "collectionRef", "recordRef", provider) values ('linked000000002', $1, $2, 'google')`;
          await app.db.query(linked, [app.app.engine.collections.get('users').id, person.id]);
          expect(await app.db.query(opens, [person.id])).toHaveLength(3);
        },
        async expect() {
          expect(await userOf(person)).toEqual({});
          expect(await app.db.query(opens, [person.id])).toEqual([]);
        },
      };
    },
  },
  {
    name: 'a role that was taken away, and one that was given since',
    async prepare() {
      const people = [
        await makePerson(app, { role: 'admin' }),
        await makePerson(app),
        await makePerson(app, { role: 'finance' }),
      ];
      const roles = ['user', 'admin', 'moderator'];
      return {
        end: () => Promise.all(people.map((person, at) => setUser(person, 'role', roles[at]))),
        async expect() {
          expect((await Promise.all(people.map(userOf))).map(({ role }) => role)).toEqual(['user', 'user', 'user']);
          expect(await app.db.query(openTerms)).toEqual([]);
        },
      };
    },
  },
  {
    name: 'two factors that were turned on, and a recovery code that was used',
    async prepare() {
      const person = await makePerson(app);
      const add = (hash: string) =>
        app.db.query(`insert into recovery_codes ("user", hash, created) values ($1, $2, now())`, [person.id, hash]);
      await add('used');
      return {
        async end() {
          await app.db.query('delete from recovery_codes where "user" = $1', [person.id]);
          await add('fresh');
          await setUser(person, 'twoFactor', true);
        },
        async expect() {
          expect(await userOf(person)).toMatchObject({ twoFactor: true });
          expect(await app.db.query('select hash from recovery_codes where "user" = $1', [person.id])).toEqual([
            { hash: 'fresh' },
          ]);
        },
      };
    },
  },
  {
    name: 'an outside account that was unlinked, and a device that was forgotten',
    async prepare() {
      const person = await makePerson(app);
      const { id: collectionRef } = app.app.engine.collections.get('users');
      await app.db.query(
        `insert into "_externalAuths" (id, "collectionRef", "recordRef", provider, "providerId") values ('linked000000001', $1, $2, 'google', '7')`,
        [collectionRef, person.id],
      );
      await app.db.query(
        `insert into push_subscriptions (id, "user", endpoint) values ('pushed000000001', $1, 'https://push.example/1')`,
        [person.id],
      );
      return {
        end: () =>
          Promise.all([
            app.db.query(`delete from "_externalAuths" where "recordRef" = $1`, [person.id]),
            app.db.query('delete from push_subscriptions where "user" = $1', [person.id]),
          ]),
        async expect() {
          expect(await app.db.query(`select 1 from "_externalAuths" where "recordRef" = $1`, [person.id])).toEqual([]);
          expect(await app.db.query('select 1 from push_subscriptions where "user" = $1', [person.id])).toEqual([]);
        },
      };
    },
  },
  {
    name: 'an instructor who was suspended, and an invitation that was taken up',
    async prepare() {
      const teacher = await makeInstructor(app);
      const learner = await makePerson(app);
      const own = await teacher.client.collection('own_learners').create({ instructor: teacher.id, name: 'Siti' });
      const code = () =>
        app.db.query<{ inviteCode: string; user: string }>(
          'select "inviteCode", "user" from own_learners where id = $1',
          [own.id],
        );
      const [before] = await code();
      return {
        async end() {
          await app.db.query('update own_learners set "user" = $2, "joinedAt" = now() where id = $1', [
            own.id,
            learner.id,
          ]);
          await app.db.query(`update instructors set status = 'suspended' where id = $1`, [teacher.id]);
        },
        async expect() {
          const [after] = await code();
          expect([after?.user, after?.inviteCode === before?.inviteCode]).toEqual(['', false]);
          expect(await app.db.query('select status from instructors where id = $1', [teacher.id])).toEqual([
            { status: 'suspended' },
          ]);
        },
      };
    },
  },
  {
    name: 'a superuser who was removed, and one who has a new password',
    async prepare() {
      const make = (email: string) =>
        app.root.collection('_superusers').create({ email, password, passwordConfirm: password });
      const [gone, other] = [await make('gone@kerbside.example'), await make('other@kerbside.example')];
      const enter = (email: string, secret: string) =>
        app.guest().collection('_superusers').authWithPassword(email, secret);
      return {
        async end() {
          await app.root.collection('_superusers').delete(gone.id);
          await app.root.collection('_superusers').update(other.id, { password: fresh, passwordConfirm: fresh });
        },
        async expect() {
          expect(await isRefused(enter('gone@kerbside.example', password))).toBe(400);
          expect(await isRefused(enter('other@kerbside.example', password))).toBe(400);
          await enter('other@kerbside.example', fresh);
        },
      };
    },
  },
  {
    name: 'a password in a collection that was made at run time',
    async prepare() {
      await app.root.collections.create({ name: 'members', type: 'auth' });
      const [email, passwordConfirm] = ['m@example.com', password];
      const member = await app.root.collection('members').create({ email, password, passwordConfirm });
      const enter = (secret: string) => app.guest().collection('members').authWithPassword(email, secret);
      return {
        end: () => app.root.collection('members').update(member.id, { password: fresh, passwordConfirm: fresh }),
        async expect() {
          expect(await isRefused(enter(password))).toBe(400);
          await enter(fresh);
        },
      };
    },
  },
];

test(
  '[25.21] what was ended since a backup stays ended when it is restored, of every kind, and the rest comes back',
  async () => {
    const plain = await makePerson(app);
    const ready = [];
    for (const kind of kinds) ready.push({ name: kind.name, ...(await kind.prepare()) });
    await app.root.backups.create('before.zip');
    for (const { end } of ready) await end();
    await setUser(plain, 'name', 'Changed since');
    await restore(app, 'before.zip');
    for (const each of ready) {
      await each.expect().catch((error: unknown) => {
        throw new Error(`Came back: ${each.name}.`, { cause: error });
      });
    }
    expect((await userOf(plain)).name).not.toBe('Changed since');
    await signIn(emailOf(plain), password);
    // What is counted of accounts is counted by what they are now.
    await app.db.query('select fold_sums()');
    const standings = await app.db.query(
      `select u.id from users u left join account_seen s on s.account = u.id
       where (s.standing = 'suspended') is distinct from (u.suspended and u._closed is null)`,
    );
    expect(standings).toEqual([]);
  },
  slow,
);

test(
  '[25.21] another database takes a backup as it is and signs everybody out; from then on endings outlive it there, too',
  async () => {
    const person = await makePerson(app);
    await app.root.backups.create('moved.zip');
    const token = await app.root.files.getToken();
    const zip = await (await fetch(app.root.backups.getDownloadURL(token, 'moved.zip'))).blob();
    const stranger = await makePerson(elsewhere);
    await elsewhere.root.backups.upload({ file: new File([zip], 'moved.zip') });
    await restore(elsewhere, 'moved.zip');
    expect(await elsewhere.db.query('select 1 from _sessions')).toEqual([]);
    expect(await isRefused(stranger.collection('users').authRefresh())).toBe(401);
    const { record } = await signIn(emailOf(person), password, elsewhere);
    await elsewhere.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    await elsewhere.root.collection('users').update(record.id, { password: fresh, passwordConfirm: fresh });
    await restore(elsewhere, 'moved.zip');
    expect(await isRefused(signIn(emailOf(person), password, elsewhere))).toBe(400);
    await signIn(emailOf(person), fresh, elsewhere);
  },
  slow,
);

test(
  '[25.21] a later backup of elsewhere is no past: what was changed there holds, not what is old here',
  async () => {
    const person = await makePerson(app);
    const bring = async (name: string) => {
      await app.root.backups.create(name);
      const token = await app.root.files.getToken();
      const zip = await (await fetch(app.root.backups.getDownloadURL(token, name))).blob();
      await elsewhere.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
      await elsewhere.root.backups.upload({ file: new File([zip], name) });
      await restore(elsewhere, name);
    };
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    await bring('first.zip');
    app.clock.advance(5);
    await app.root.collection('users').update(person.id, { password: fresh, passwordConfirm: fresh });
    await bring('second.zip');
    expect(await isRefused(signIn(emailOf(person), password, elsewhere))).toBe(400);
    await signIn(emailOf(person), fresh, elsewhere);
  },
  slow,
);
