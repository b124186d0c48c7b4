import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { budgets } from '#engine/limits/budgets.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

// What one address, or one number, is sent by the doings of others, whatever call asked.
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.root.settings.update({ trustedProxy: { headers: ['X-Real-IP'] } });
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(2 * 24 * 60));

let places = 0;

function withHeaders(more: Record<string, string>): PocketBase {
  const client = app.guest();
  client.beforeSend = (url, options) => ({ url, options: { ...options, headers: { ...options.headers, ...more } } });
  return client;
}

const at = (ip: string) => withHeaders({ 'X-Real-IP': ip });

/** A client of nobody at a network address of its own. */
function stranger(): PocketBase {
  places += 1;
  return at(`10.9.${places >> 8}.${places & 255}`);
}

/** Where people of these tests signed in, and a stranger at the same address. */
const known = () => app.guest();
const neighbour = () => withHeaders({ 'User-Agent': 'Another browser' });

const mailsTo = (to: string) =>
  app.db.query<{ text: string }>(
    `select message->>'text' as text from _mails where lower("to") = lower($1) and status <> 'nobody' order by id`,
    [to],
  );
const countTo = async (to: string) => (await mailsTo(to)).length;
const { limit: anHour } = budgets.receiverAskedPerHour;
const { limit: aDay } = budgets.receiverAskedPerDay;

describe('[25.7] an address is sent', () => {
  test('as many links and codes an hour and a day as there are, from all networks together, and whoever asks for more is answered the same', async () => {
    const email = `${(await makePerson(app)).id}@kerbside.example`;
    for (const ask of [
      () => stranger().collection('users').requestPasswordReset(email),
      () => stranger().collection('users').requestOTP(email.toUpperCase()),
    ]) {
      const before = await countTo(email);
      for (let count = 0; count < anHour + 3; count++) {
        expect(await ask()).toBeTruthy();
        // One link in two minutes as ever.
        app.clock.advance(3);
      }
      expect((await countTo(email)) - before).toBe(anHour);
    }
    for (let hour = 0; hour < 8; hour++) {
      app.clock.advance(61);
      for (let count = 0; count < anHour; count++) await stranger().collection('users').requestOTP(email);
    }
    const codes = (await mailsTo(email)).filter(({ text }) => /\b\d{6}\b/.test(text));
    expect(codes.length).toBeLessThanOrEqual(aDay);
  });

  test.each([
    ['what follows a plus sign', (count: number) => `plus+${count}@kerbside.example`, 'plus+%'],
    [
      'dots at Gmail',
      (count: number) => `dotted${'abcdefgh'.slice(0, count)}.${'abcdefgh'.slice(count)}@gmail.com`,
      'dotted%',
    ],
  ])('[25.28] none more for %s', async (_what, spelling, like) => {
    for (let count = 0; count < anHour + 2; count++) await stranger().collection('users').requestOTP(spelling(count));
    const rows = await app.db.query(`select 1 from _mails where "to" like $1`, [like]);
    expect(rows).toHaveLength(anHour);
  });

  test('[25.28] nothing for another spelling, which is no address', async () => {
    const asked = stranger().collection('users').requestOTP('mei@kerbsİde.example');
    expect((await refusalOf(asked)).data.email?.code).toBe('validation_is_email');
  });

  test('a link on a device that the account knows, whatever a stranger asked for just before', async () => {
    const email = `${(await makePerson(app)).id}@kerbside.example`;
    await stranger().collection('users').requestPasswordReset(email);
    for (let count = 0; count < 2; count++) await known().collection('users').requestPasswordReset(email);
    expect(await countTo(email)).toBe(2);
  });

  test('a code on a device that the account knows, however many a stranger at the same address asked for', async () => {
    const email = `${(await makePerson(app)).id}@kerbside.example`;
    for (let count = 0; count < anHour + 1; count++) await neighbour().collection('users').requestOTP(email);
    expect(await countTo(email)).toBe(anHour);
    await known().collection('users').requestOTP(email);
    expect(await countTo(email)).toBe(anHour + 1);
  });

  test('a link and a code as soon as there may be more, also who was sent none a moment before', async () => {
    const email = `${(await makePerson(app)).id}@kerbside.example`;
    for (let count = 0; count < anHour; count++) {
      await stranger().collection('users').requestPasswordReset(email);
      await stranger().collection('users').requestOTP(email);
      app.clock.advance(3);
    }
    app.clock.advance(59 - 3 * anHour);
    await neighbour().collection('users').requestPasswordReset(email);
    for (let count = 0; count < anHour; count++) await neighbour().collection('users').requestOTP(email);
    expect(await countTo(email)).toBe(2 * anHour);
    app.clock.advance(1.5);
    await neighbour().collection('users').requestPasswordReset(email);
    await neighbour().collection('users').requestOTP(email);
    expect(await countTo(email)).toBe(2 * anHour + 2);
  });

  test.each([
    ['an address', () => '10.8.0.1'],
    ['a network of IPv6', (count: number) => `2001:db8:1:${count}::1`],
  ])('two links and two codes an hour asked for by strangers of %s, who leave the others theirs', async (_what, ip) => {
    const email = `${(await makePerson(app)).id}@kerbside.example`;
    for (let count = 0; count < anHour; count++) {
      await at(ip(count)).collection('users').requestPasswordReset(email);
      await at(ip(count)).collection('users').requestOTP(email);
      app.clock.advance(3);
    }
    expect(await countTo(email)).toBe(4);
    for (let count = 0; count < anHour; count++) await stranger().collection('users').requestOTP(email);
    expect(await countTo(email)).toBe(4 + anHour - 2);
    for (let hours = 0; hours < 6; hours++) {
      app.clock.advance(61);
      for (let count = 0; count < 3; count++) await at(ip(count)).collection('users').requestOTP(email);
    }
    const codes = (await mailsTo(email)).filter(({ text }) => /\b\d{6}\b/.test(text));
    expect(codes.length).toBeLessThanOrEqual(anHour - 2 + 6);
  });

  test('a code again at one address for each that was used', async () => {
    const email = `${(await makePerson(app)).id}@kerbside.example`;
    for (let count = 1; count <= 4; count++) {
      const client = at('10.7.0.1').collection('users');
      const { otpId } = await client.requestOTP(email);
      const codes = (await mailsTo(email)).filter(({ text }) => /\b\d{6}\b/.test(text));
      await client.authWithOTP(otpId, /\b\d{6}\b/.exec(codes.at(-1)?.text ?? '')?.[0] ?? '');
      // The device is known from now on, so that the next code is no stranger's.
      await app.db.query('delete from "_authOrigins"');
    }
  });

  test('a code again for each that its owner used', async () => {
    const email = `${(await makePerson(app)).id}@kerbside.example`;
    for (let count = 0; count < aDay + 2; count++) {
      const client = stranger().collection('users');
      const { otpId } = await client.requestOTP(email);
      const code = /\b\d{6}\b/.exec((await mailsTo(email)).filter(({ text }) => /\d{6}/.test(text)).at(-1)?.text ?? '');
      await client.authWithOTP(otpId, code?.[0] ?? '');
    }
  });

  test('ten questions a day whether it is to be an account’s new one, two from one account, and who is refused is told; an account asks five times', async () => {
    const target = 'nobody.asked@example.com';
    const { limit: most, message } = budgets.receiverChangesPerDay;
    for (let sent = 0; sent < most; sent += 2) {
      const person = await makePerson(app);
      for (let count = 0; count < 2; count++) {
        expect(await person.collection('users').requestEmailChange(target)).toBe(true);
      }
      const third = person.collection('users').requestEmailChange(target.toUpperCase());
      await expect(third).rejects.toMatchObject({ status: 429, response: { message } });
      expect(await countTo(target)).toBe(sent + 2);
    }
    const withheld = (await makePerson(app)).collection('users').requestEmailChange(target);
    await expect(withheld).rejects.toMatchObject({ status: 429, response: { message } });
    expect(await countTo(target)).toBe(most);
    const { limit } = budgets.addressChangesPerDay;
    const person = await makePerson(app);
    for (let count = 0; count < limit; count++) {
      await person.collection('users').requestEmailChange(`other-${count}@example.com`);
    }
    const refused = await refusalOf(person.collection('users').requestEmailChange('one-more@example.com'));
    expect(refused.status).toBe(429);
    expect(await countTo('one-more@example.com')).toBe(0);
  });

  test('by an account that did not prove it as many notices as there are, and by one that did all of them', async () => {
    const { engine } = app.app;
    const tell = async (address: string) => {
      const mail = { to: { address }, kind: 'notice' as const, subject: 'News', html: '<p>News</p>', text: 'News' };
      for (let count = 0; count < budgets.receiverNoticesPerDay.limit + 5; count++)
        await engine.mail.queue(app.db, mail);
      return countTo(address);
    };
    const [proved, other] = [await makePerson(app), await makePerson(app, { verified: false })];
    expect(await tell(`${other.id}@kerbside.example`)).toBe(budgets.receiverNoticesPerDay.limit);
    expect(await tell(`${proved.id}@kerbside.example`)).toBe(budgets.receiverNoticesPerDay.limit + 5);
  });

  test('as many mails of messages as there are, proved or not', async () => {
    const { engine } = app.app;
    const address = `${(await makePerson(app)).id}@kerbside.example`;
    const mail = { to: { address }, kind: 'note' as const, subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' };
    const { limit } = budgets.receiverNotesPerDay;
    await engine.mail.queueAll(
      app.db,
      Array.from({ length: limit - 1 }, () => ({ mail })),
    );
    await engine.mail.queueAll(app.db, [{ mail }, { mail }]);
    expect(await countTo(address)).toBe(limit);
  });

  test('and what was not sent is counted where the operator looks', async () => {
    const answer = await fetch(`${app.url}/metrics`, { headers: { Authorization: app.root.authStore.token } });
    const text = await answer.text();
    for (const kind of ['link', 'code', 'change', 'note', 'notice'])
      expect(text).toMatch(new RegExp(`kerbside_messages_withheld_total\\{kind="${kind}"\\} [1-9]`));
  });
});

describe('[25.8] an address with an account and one without take the same work', () => {
  /** The statements of a call, without their values, and the jobs that it leaves. */
  async function workOf(run: () => Promise<unknown>): Promise<string[]> {
    const { engine } = app.app;
    const seen: string[] = [];
    const add = engine.jobs.add;
    const query = app.app.engine.db.query;
    engine.jobs.add = async (db, kind, ...all) => {
      seen.push(`job ${kind} ${all.length}`);
      return add(db, kind, ...all);
    };
    engine.db.query = async (text, values) => {
      // What the job does with a mail comes when it comes, and so do the watch over what others wrote and the log.
      if (!/_mails.* where id = |pg_snapshot_xmin|insert into _logs/s.test(text))
        seen.push(text.replace(/\s+/g, ' ').slice(0, 60));
      return query(text, values);
    };
    try {
      await run();
    } finally {
      engine.jobs.add = add;
      engine.db.query = query;
    }
    return seen;
  }

  test.each([
    ['a link to a new password', (email: string) => stranger().collection('users').requestPasswordReset(email)],
    ['a link to verify', (email: string) => stranger().collection('users').requestVerification(email)],
    ['a code', (email: string) => stranger().collection('users').requestOTP(email)],
  ])('to be asked for %s', async (_what, ask) => {
    const open = await makePerson(app, { verified: false });
    const known = await workOf(() => ask(`${open.id}@kerbside.example`));
    expect(known.length).toBeGreaterThan(4);
    const verified = await makePerson(app);
    for (const email of ['nobody.at.all@kerbside.example', `${verified.id}@kerbside.example`])
      expect(await workOf(() => ask(email))).toEqual(known);
  });

  test('to be asked for a superuser’s new password', async () => {
    const [{ email = '' } = {}] = await app.db.query<{ email: string }>('select email from _superusers');
    const ask = (address: string) => stranger().collection('_superusers').requestPasswordReset(address);
    const known = await workOf(() => ask(email));
    expect(await workOf(() => ask('no.superuser@kerbside.example'))).toEqual(known);
  });

  test('and nobody is sent anything, or shown in the mailbox', async () => {
    await stranger().collection('users').requestPasswordReset('nobody.here@kerbside.example');
    expect(await countTo('nobody.here@kerbside.example')).toBe(0);
    const shown = await (await fetch(`${app.url}/api/dev/mailbox?to=nobody.here@kerbside.example`)).json();
    expect(shown).toEqual([]);
    // Its job forgets it.
    await expect
      .poll(() => app.db.query(`select 1 from _mails where "to" = 'nobody.here@kerbside.example'`))
      .toEqual([]);
  });
});
