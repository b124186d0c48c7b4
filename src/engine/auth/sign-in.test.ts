import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { decodeJwt } from 'jose';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
let nowMs = Date.parse('2026-11-21T02:00:00Z');
let people = 0;

beforeAll(async () => {
  server = await startEngineServer({ clock: { nowMs: () => nowMs } });
  await server.root.collections.create({
    name: 'people',
    type: 'auth',
    viewRule: 'id = @request.auth.id',
    createRule: '',
    updateRule: 'id = @request.auth.id',
    deleteRule: 'id = @request.auth.id',
    fields: [{ name: 'name', type: 'text' }],
    otp: { enabled: true, length: 6, duration: 300 },
  });
});

afterAll(() => server.close());

type Person = { id: string; email: string; password: string };
let ann: Person;

beforeEach(async () => {
  people += 1;
  const email = `ann${people}@example.com`;
  const password = 'password-of-ann';
  const { id } = await server.guest.collection('people').create({ email, password, passwordConfirm: password });
  ann = { id, email, password };
});

async function signIn({ email, password }: Person, options = {}): Promise<PocketBase> {
  const client = clientOf(server.url);
  await client.collection('people').authWithPassword(email, password, options);
  return client;
}

/** The words of the newest mail to an address, or undefined. */
async function newestMail(to: string): Promise<string | undefined> {
  const rows = await server.engine.db.query<{ text: string }>(
    `select message->>'text' as text from _mails where "to" = $1 and status <> 'nobody' order by id desc limit 1`,
    [to],
  );
  return rows[0]?.text;
}

async function askForCode({ email }: Person): Promise<{ otpId: string; code: string }> {
  const { otpId } = await server.guest.collection('people').requestOTP(email);
  return { otpId, code: /\b\d{6}\b/.exec((await newestMail(email)) ?? '')?.[0] ?? '' };
}

const isSignedIn = (client: PocketBase) =>
  client
    .collection('people')
    .authRefresh()
    .then(
      () => true,
      () => false,
    );

describe('a password', () => {
  test('[251] signs in: a token and the own record with its address', async () => {
    const { token, record } = await server.guest.collection('people').authWithPassword(ann.email, ann.password);
    expect(token.split('.')).toHaveLength(3);
    expect(record).toMatchObject({ id: ann.id, email: ann.email, collectionName: 'people', verified: false });
    expect(record.collectionId).toMatch(/^pbc_/);
    expect(Object.keys(record)).not.toContain('tokenKey');
    server.guest.authStore.clear();
  });

  test('is refused in the same words for a wrong one and an unknown address', async () => {
    const wrong = await refusalOf(signIn({ ...ann, password: 'not-the-password' }));
    expect(wrong).toEqual({ status: 400, message: 'Failed to authenticate.', data: {} });
    expect(await refusalOf(signIn({ ...ann, email: 'nobody@example.com' }))).toEqual(wrong);
  });

  test('after twenty-five wrong ones is compared once in fifteen seconds, whoever tries', async () => {
    const guesses = Array.from({ length: 30 }, (_, index) => refusalOf(signIn({ ...ann, password: `guess-${index}` })));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(26);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await refusalOf(signIn(ann))).status).toBe(429);
    nowMs += 15_000;
    expect(await isSignedIn(await signIn(ann))).toBe(true);
  });

  test('of an imported account is hashed anew when it signs in', async () => {
    await server.engine.db.query('update people set password = $2 where id = $1', [
      ann.id,
      await hashBcrypt('old-system', { cost: 4, version: '2a' }),
    ]);
    await signIn({ ...ann, password: 'old-system' });
    const [row] = await server.engine.db.query('select password from people where id = $1', [ann.id]);
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isSignedIn(await signIn({ ...ann, password: 'old-system' }))).toBe(true);
  });

  // Made beforehand, of the letter x 72 times: at cost 13 a busy machine takes many seconds for one.
  test.each([
    [4, '$2a$04$hxmdK8CmnIbPhzS4AUPszOWld/gopMZQEXpoSK6RwgDuVqAwadEPK'],
    [10, '$2a$10$qko1mOcTlEMmu4zryJ/.Peq/FMlphWp74U3.qR1w2vKZBlDcwzY3W'],
    [13, '$2a$13$hwg9EhVreAE608FW7kZpoOKPHOWRw.5yOZ7YHWmzB9PQ.kzpJts8m'],
  ])('of an imported account is compared at cost %i', async (_cost, hash) => {
    const store = 'update people set password = $2 where id = $1';
    const { compared, given } = { compared: 'x'.repeat(72), given: `${'x'.repeat(72)}y` };
    await server.engine.db.query(store, [ann.id, hash]);
    // bcrypt alone would take it: it does not look beyond 72 bytes.
    expect((await refusalOf(signIn({ ...ann, password: given }))).status).toBe(400);
    expect(await isSignedIn(await signIn({ ...ann, password: compared }))).toBe(true);
    expect((await refusalOf(signIn({ ...ann, password: given }))).status).toBe(400);
  });

  test('of more than 72 bytes counts to its end', async () => {
    const password = 'ü'.repeat(71);
    await server.root.collection('people').update(ann.id, { password, passwordConfirm: password });
    expect(await isSignedIn(await signIn({ ...ann, password }))).toBe(true);
    expect((await refusalOf(signIn({ ...ann, password: `${'ü'.repeat(70)}u` }))).status).toBe(400);
  });

  test.each(['', '$argon2id$', '$argon2id$v=19$m=19456,t=2,p=1$short', '$2a$10$short', '$2a$99$x', 'plain text'])(
    'fits no hash such as %j',
    async (hash) => {
      await server.engine.db.query('update people set password = $2 where id = $1', [ann.id, hash]);
      expect((await refusalOf(signIn(ann))).status).toBe(400);
      expect((await refusalOf(signIn({ ...ann, password: 'plain text' }))).status).toBe(400);
    },
  );
});

describe('a token', () => {
  test('[21] ends by the clock', async () => {
    const client = await signIn(ann);
    nowMs += 5 * 86_400_000 - 1000;
    const late = clientOf(server.url);
    late.authStore.save(client.authStore.token, client.authStore.record);
    expect(await isSignedIn(client)).toBe(true);
    nowMs += 1001;
    expect(await isSignedIn(late)).toBe(false);
    await server.root.collection('_superusers').authWithPassword('root@example.com', 'correct horse battery');
  });

  test('costs no query while its record stays as it is', async () => {
    const client = await signIn(ann);
    await server.engine.auth.load(client.authStore.token);
    const { query } = server.engine.db;
    let queries = 0;
    server.engine.db.query = (...parameters) => {
      queries += 1;
      return query(...parameters);
    };
    const loaded = await server.engine.auth.load(`Bearer ${client.authStore.token}`);
    server.engine.db.query = query;
    expect([loaded?.id, queries]).toEqual([ann.id, 0]);
  });

  test('sees its record as it is now, and none once it is gone', async () => {
    const client = await signIn(ann);
    await server.root.collection('people').update(ann.id, { name: 'Ann' });
    const loaded = await server.engine.auth.load(client.authStore.token);
    expect(loaded?.row.name).toBe('Ann');
    await server.root.collection('people').delete(ann.id);
    expect(await server.engine.auth.load(client.authStore.token)).toBeNull();
  });

  test('of an impersonation opens what its person may see, cannot be renewed, and ends when it was meant to', async () => {
    const client = await server.root.collection('people').impersonate(ann.id, 60);
    await expect(client.collection('people').getOne(ann.id)).resolves.toMatchObject({ email: ann.email });
    const claims = ['collectionId', 'exp', 'id', 'refreshable', 'type'];
    expect(Object.keys(decodeJwt(client.authStore.token)).sort()).toEqual(claims);
    const { token } = await client.collection('people').authRefresh();
    expect(token).toBe(client.authStore.token);
    nowMs += 60_001;
    expect(await isSignedIn(client)).toBe(false);
  });
});

describe('a code', () => {
  test('[251] signs in once, verifies the address, and ends the password that was set before', async () => {
    const { otpId, code } = await askForCode(ann);
    const { record } = await clientOf(server.url).collection('people').authWithOTP(otpId, code);
    expect(record).toMatchObject({ id: ann.id, verified: true });
    const again = await refusalOf(clientOf(server.url).collection('people').authWithOTP(otpId, code));
    expect(again).toEqual({ status: 400, message: 'Invalid or expired OTP.', data: {} });
    expect((await refusalOf(signIn(ann))).status).toBe(400);
  });

  test('may be tried five times, however many tries are sent at once', async () => {
    const { otpId, code } = await askForCode(ann);
    const wrong = code === '000000' ? '111111' : '000000';
    const tries = Array.from({ length: 20 }, () =>
      refusalOf(clientOf(server.url).collection('people').authWithOTP(otpId, wrong)),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect((await refusalOf(clientOf(server.url).collection('people').authWithOTP(otpId, code))).status).toBe(429);
  });

  test('can be used for as long as the collection says', async () => {
    const { otpId, code } = await askForCode(ann);
    nowMs += 300_000;
    expect((await refusalOf(clientOf(server.url).collection('people').authWithOTP(otpId, code))).status).toBe(400);
  });

  test('is stored hashed and signs in one of two who enter it at the same moment', async () => {
    const { otpId, code } = await askForCode(ann);
    const [row] = await server.engine.db.query('select password from _otps where id = $1', [otpId]);
    expect(row?.password).toMatch(/^\$argon2id\$/);
    const enter = () => clientOf(server.url).collection('people').authWithOTP(otpId, code);
    const results = await Promise.allSettled([enter(), enter()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('is answered for unknown addresses too, where nothing is sent', async () => {
    const { otpId } = await server.guest.collection('people').requestOTP('nobody@example.com');
    expect(otpId).toMatch(/^[a-z0-9]{15}$/);
    expect(await newestMail('nobody@example.com')).toBeUndefined();
  });

  test('is the newest of those that can still be used when five are waiting', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push((await askForCode(ann)).otpId);
    expect(new Set(ids).size).toBe(5);
    expect(ids[5]).toBe(ids[4]);
  });
});

test('two factors: a password asks for a code, and neither twice will do', async () => {
  const options = { mfa: { enabled: true, duration: 300 } };
  await server.root.collections.update('people', options);
  try {
    const first = await clientOf(server.url)
      .collection('people')
      .authWithPassword(ann.email, ann.password)
      .catch((error) => error);
    expect(first.status).toBe(401);
    const { mfaId } = first.response;
    expect((await refusalOf(signIn(ann, { mfaId }))).message).toBe('A different authentication method is required.');
    const { otpId, code } = await askForCode(ann);
    const client = clientOf(server.url);
    await client.collection('people').authWithOTP(otpId, code, { mfaId });
    expect(await isSignedIn(client)).toBe(true);
  } finally {
    await server.root.collections.update('people', { mfa: { enabled: false } });
  }
});

test('a new device is told of by mail, but not the first', async () => {
  const from = (agent: string) => signIn(ann, { headers: { 'User-Agent': agent } });
  await from('first');
  expect(await newestMail(ann.email)).toBeUndefined();
  await from('second <b>');
  expect(await newestMail(ann.email)).toContain('second <b>');
  const count = () => server.engine.db.query('select 1 from _mails where "to" = $1', [ann.email]);
  await from('second <b>');
  expect(await count()).toHaveLength(1);
});

describe('[268] [269] [270] a mailed link', () => {
  const linkIn = (text = '') => /\/([\w-]+\.[\w-]+\.[\w-]+)\)/.exec(text)?.[1] ?? '';

  test('verifies the address it was sent to', async () => {
    await server.guest.collection('people').requestVerification(ann.email);
    await server.guest.collection('people').confirmVerification(linkIn(await newestMail(ann.email)));
    await expect(server.root.collection('people').getOne(ann.id)).resolves.toMatchObject({ verified: true });
  });

  test('sets a new password once and ends every session', async () => {
    const client = await signIn(ann);
    await server.guest.collection('people').requestPasswordReset(ann.email);
    const token = linkIn(await newestMail(ann.email));
    const reset = () => server.guest.collection('people').confirmPasswordReset(token, 'brand-new-one', 'brand-new-one');
    await reset();
    expect(await isSignedIn(client)).toBe(false);
    expect(await isSignedIn(await signIn({ ...ann, password: 'brand-new-one' }))).toBe(true);
    expect((await refusalOf(reset())).data).toMatchObject({ token: { code: 'validation_invalid_token' } });
  });

  test('is sent once in two minutes', async () => {
    const mails = () => server.engine.db.query('select 1 from _mails where "to" = $1', [ann.email]);
    await server.guest.collection('people').requestPasswordReset(ann.email);
    await server.guest.collection('people').requestPasswordReset(ann.email);
    expect(await mails()).toHaveLength(1);
    nowMs += 120_000;
    await server.guest.collection('people').requestPasswordReset(ann.email);
    expect(await mails()).toHaveLength(2);
  });

  test('to a new address changes it, with the password', async () => {
    const client = await signIn(ann);
    const newEmail = `new${people}@example.com`;
    await client.collection('people').requestEmailChange(newEmail);
    const token = linkIn(await newestMail(newEmail));
    const wrong = await refusalOf(server.guest.collection('people').confirmEmailChange(token, 'not-it'));
    expect(wrong.data).toMatchObject({ password: { code: 'validation_invalid_password' } });
    await server.guest.collection('people').confirmEmailChange(token, ann.password);
    expect(await isSignedIn(client)).toBe(false);
    expect(await isSignedIn(await signIn({ ...ann, email: newEmail }))).toBe(true);
  });
});
