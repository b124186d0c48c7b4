import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

// A stranger with as many network addresses as they like, who does nothing else all day, against one account.
let app: TestApp;
let owner: PocketBase & { id: string };
let email: string;

beforeAll(async () => {
  app = await startApp();
  await app.root.settings.update({ trustedProxy: { headers: ['X-Real-IP'] } });
});
afterAll(() => app.close());

beforeEach(async () => {
  app.clock.advance(3 * 24 * 60);
  owner = await makePerson(app);
  email = `${owner.id}@kerbside.example`;
});

test('[25.28] a code opens no account whose address is another one by then', async () => {
  const { otpId } = await app.guest().collection('users').requestOTP(email);
  const code = await mailedCode();
  await app.db.query('update users set email = $2 where id = $1', [owner.id, `moved-${email}`]);
  expect(await statusOf(app.guest().collection('users').authWithOTP(otpId, code))).toBe(400);
});

let places = 0;

/** A client at a network address of its own. */
function stranger(): PocketBase {
  places += 1;
  return from(`10.${(places >> 16) & 255}.${(places >> 8) & 255}.${places & 255}`);
}

function from(ip: string): PocketBase {
  const client = app.guest();
  client.beforeSend = (url, options) => ({
    url,
    options: { ...options, headers: { ...options.headers, 'X-Real-IP': ip } },
  });
  return client;
}

async function mailedCode(): Promise<string> {
  const [mail] = await app.db.query<{ text: string }>(
    `select message->>'text' as text from _mails where "to" = $1 order by id desc limit 1`,
    [email],
  );
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

const statusOf = (call: Promise<unknown>) => refusalOf(call).then(({ status }) => status);

/** Takes all there is at this moment and asks for no code in vain: how many wrong codes were compared. */
async function guessAllThereIs(): Promise<number> {
  let compared = 0;
  for (;;) {
    const asked = await stranger()
      .collection('users')
      .requestOTP(email)
      .catch(() => undefined);
    if (!asked) return compared;
    const tried = await guessCode(asked.otpId);
    if (tried === 0) return compared;
    compared += tried;
  }
}

/** From another address each time: only what is counted for the code and the account stands in the way. */
async function guessCode(otpId: string): Promise<number> {
  const wrong = (await mailedCode()) === '000000' ? '111111' : '000000';
  for (let compared = 0; ; compared++) {
    if ((await statusOf(stranger().collection('users').authWithOTP(otpId, wrong))) !== 400) return compared;
  }
}

describe('[10.1.7] codes of an account', () => {
  test('can be guessed with a chance below 0.1 % in any 24 hours, counted', async () => {
    const compared: Array<{ at: number; count: number }> = [];
    // More than a day, so that windows that touch are in it; whatever opens again opens within the hour.
    for (let hour = 0; hour < 30; hour++) {
      compared.push({ at: hour, count: await guessAllThereIs() });
      app.clock.advance(60);
    }
    const inADay = compared.map(({ at }) =>
      compared.reduce((sum, entry) => (entry.at >= at && entry.at < at + 24 ? sum + entry.count : sum), 0),
    );
    const most = Math.max(...inADay);
    expect(most).toBeGreaterThan(0);
    // Each guess is right with one in a million.
    expect(most / 1_000_000).toBeLessThan(0.001);
    expect(most).toBeLessThanOrEqual(400);
  }, 120_000);

  test('that strangers asked for and tried out leave the owner’s own device its own', async () => {
    await guessAllThereIs();
    const { otpId } = await app.guest().collection('users').requestOTP(email);
    const { record } = await app
      .guest()
      .collection('users')
      .authWithOTP(otpId, await mailedCode());
    expect(record.id).toBe(owner.id);
  });

  test('that strangers used up leave the way by a mailed link, from any device', async () => {
    await guessAllThereIs();
    const elsewhere = stranger();
    const { otpId } = await elsewhere.collection('users').requestOTP(email);
    expect(await statusOf(elsewhere.collection('users').authWithOTP(otpId, await mailedCode()))).toBe(429);
    await signInByLink(elsewhere);
  });
});

test('codes that strangers used up leave whoever knows the password the second half of signing in, from any device', async () => {
  await owner.send('/api/marketplace/two-factor', {
    method: 'POST',
    body: { isOn: true, password: 'learner-password' },
  });
  await guessAllThereIs();
  // Neither a try nor a code is left for strangers.
  for (let asked: unknown = {}; asked; )
    asked = await stranger()
      .collection('users')
      .requestOTP(email)
      .catch(() => 0);
  const elsewhere = stranger().collection('users');
  const halfway = await elsewhere.authWithPassword(email, 'learner-password').catch((error) => error.response);
  const { mfaId } = halfway;
  expect(await statusOf(elsewhere.requestOTP(email, { mfaId: 'unknown' }))).toBe(429);
  const { otpId } = await elsewhere.requestOTP(email, { mfaId });
  const { record } = await elsewhere.authWithOTP(otpId, await mailedCode(), { mfaId });
  expect(record.id).toBe(owner.id);
});

describe('wrong passwords of strangers', () => {
  const guess = (client: PocketBase, password: string) => client.collection('users').authWithPassword(email, password);

  test('never keep the owner out of a device that was signed in before, on the same network neither', async () => {
    const neighbour = app.guest();
    neighbour.beforeSend = (url, options) => ({
      url,
      options: { ...options, headers: { ...options.headers, 'User-Agent': 'Neighbour/1' } },
    });
    const guesses = Array.from({ length: 40 }, (_, index) => statusOf(guess(neighbour, `wrong-${index}`)));
    expect(await Promise.all(guesses)).toContain(429);
    expect((await guess(app.guest(), 'learner-password')).record.id).toBe(owner.id);
  });

  test('from twenty are no more than a mistake: the right one follows at once, from the same place', async () => {
    const client = stranger();
    for (let count = 0; count < 20; count++) expect(await statusOf(guess(client, `wrong-${count}`))).toBe(400);
    expect((await guess(client, 'learner-password')).record.id).toBe(owner.id);
  });

  test('count together for one place, however they are given: signing in, confirming with one, or changing it', async () => {
    const thief = stranger();
    thief.authStore.save(owner.authStore.token, owner.authStore.record);
    const fresh = { password: 'a-new-password-1', passwordConfirm: 'a-new-password-1' };
    const post = (name: string, body: object) => thief.send(`/api/marketplace/${name}`, { method: 'POST', body });
    const ways = [
      () => guess(thief, 'wrong-1'),
      () => thief.collection('users').update(owner.id, { oldPassword: 'wrong-2', ...fresh }),
      () => post('password', { oldPassword: 'wrong-3', ...fresh }),
      () => post('two-factor', { isOn: true, password: 'wrong-4' }),
      () => post('close-account', { confirmation: email, password: 'wrong-5', agreed: '' }),
    ];
    const statuses = [];
    for (let count = 0; count < 27; count++) statuses.push(await statusOf(ways[count % 5]?.() ?? Promise.resolve()));
    // Of what is beyond the 25 one goes through in a quarter of a minute.
    expect(statuses).toEqual([...Array.from({ length: 26 }, () => 400), 429]);
    for (const way of ways) expect(await statusOf(way())).toBe(429);
    // Neither the owner's own device nor their session elsewhere is held up by it.
    const off = { isOn: false, password: 'learner-password' };
    await owner.send('/api/marketplace/two-factor', { method: 'POST', body: off });
    const onTheWay = stranger();
    onTheWay.authStore.save(owner.authStore.token, owner.authStore.record);
    const own = { oldPassword: 'learner-password', ...fresh };
    await onTheWay.send('/api/marketplace/password', { method: 'POST', body: own });
  });

  test('of strangers in all leave whoever has a session the confirming with their password', async () => {
    await app.db.query(
      `insert into _attempts (key, count, until) values ($1, 502, to_timestamp($2::double precision / 1000))`,
      [`password:_pb_users_auth_:${owner.id}:strangers`, app.clock.nowMs() + 3_600_000],
    );
    const onTheWay = stranger();
    onTheWay.authStore.save(owner.authStore.token, owner.authStore.record);
    const confirm = (password: string) =>
      onTheWay.send('/api/marketplace/two-factor', { method: 'POST', body: { isOn: false, password } });
    for (const password of ['wrong-1', 'wrong-2', 'wrong-3']) expect(await statusOf(confirm(password))).toBe(400);
    await confirm('learner-password');
  });

  test('from many places slow down all strange places together, and leave the mailed link', async () => {
    await app.db.query(
      `insert into _attempts (key, count, until) values ($1, 500, to_timestamp($2::double precision / 1000))
       on conflict (key) do update set count = 500`,
      [`password:_pb_users_auth_:${owner.id}:strangers`, app.clock.nowMs() + 3_600_000],
    );
    expect(await statusOf(guess(stranger(), 'wrong-1'))).toBe(400);
    expect(await statusOf(guess(stranger(), 'wrong-2'))).toBe(429);
    expect((await guess(app.guest(), 'learner-password')).record.id).toBe(owner.id);
    await signInByLink(stranger());
  });
});

/** Sets a new password by the link of a mail and signs in with it, all from one place. */
async function signInByLink(client: PocketBase): Promise<void> {
  await client.collection('users').requestPasswordReset(email);
  const [mail] = await app.db.query<{ text: string }>(
    `select message->>'text' as text from _mails where "to" = $1 order by id desc limit 1`,
    [email],
  );
  const token = /[\w-]+\.[\w-]+\.[\w-]+(?=\W|$)/.exec(mail?.text.replace(/https?:\/\/[^/]+/, '') ?? '')?.[0] ?? '';
  await client.collection('users').confirmPasswordReset(token, 'a-new-password-1', 'a-new-password-1');
  const { record } = await client.collection('users').authWithPassword(email, 'a-new-password-1');
  expect(record.id).toBe(owner.id);
}
