import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowserJar } from '#support/browser-jar.ts';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { type OpenIdProvider, type OutsidePerson, startOpenIdProvider } from '#support/openid-provider.ts';

Object.assign(globalThis, { EventSource });

const back = 'http://127.0.0.1:9/back';
let server: EngineServer;
let beside: EngineServer;
let provider: OpenIdProvider;
let people = 0;

beforeAll(async () => {
  server = await startEngineServer();
  beside = await startEngineServer({ beside: server });
  provider = await startOpenIdProvider([
    back,
    `${server.url}/api/oauth2-redirect`,
    `${beside.url}/api/oauth2-redirect`,
  ]);
  await server.root.collections.create({
    name: 'people',
    type: 'auth',
    createRule: '@request.context = "oauth2" && @request.body.banned != true',
    fields: [
      { name: 'name', type: 'text' },
      { name: 'banned', type: 'bool' },
      { name: 'plan', type: 'text' },
    ],
    // As the product's own accounts, these are found whatever the case of their letters.
    indexes: ["CREATE UNIQUE INDEX `idx_people_email` ON `people` (`email` COLLATE NOCASE) WHERE `email` != ''"],
  });
});

beforeEach(() => configure());

afterAll(async () => {
  await beside.close();
  await server.close();
  await provider.close();
});

const configure = (change: Record<string, unknown> = {}, enabled = true) =>
  server.root.collections.update('people', {
    oauth2: {
      enabled,
      mappedFields: { name: 'name' },
      providers: [{ ...provider.settings, displayName: 'Test ID', ...change }],
    },
  });

function newPerson(change: Partial<OutsidePerson> = {}): OutsidePerson {
  people += 1;
  const person = {
    sub: `outside-${people}`,
    email: `outside${people}@example.com`,
    email_verified: true,
    name: `Outside ${people}`,
    ...change,
  };
  provider.signInAs(person);
  return person;
}

async function getCode(client: PocketBase = server.guest) {
  const { oauth2 } = await client.collection('people').listAuthMethods();
  const [method] = oauth2.providers;
  if (!method) throw new Error('no provider');
  const url = await provider.authorize(method.authURL + encodeURIComponent(back));
  return { code: url.searchParams.get('code') ?? '', verifier: method.codeVerifier, state: method.state };
}

async function enter(client: PocketBase = clientOf(server.url), createData = {}) {
  const { code, verifier } = await getCode();
  return client.collection('people').authWithOAuth2Code('oidc', code, verifier, back, createData);
}

const links = (record: string) =>
  server.root.collection('_externalAuths').getFullList({ filter: `recordRef = "${record}"` });

describe('signing in with an outside provider', () => {
  test('makes an account at first, and comes back to it', async () => {
    const person = newPerson();
    const first = await enter(undefined, { plan: 'gold' });
    expect(first.record).toMatchObject({ email: person.email, name: person.name, verified: true, plan: 'gold' });
    expect(first.meta).toMatchObject({ id: person.sub, name: person.name, email: person.email, isNew: true });
    expect(first.meta?.rawUser).toMatchObject({ sub: person.sub });
    expect(first.meta?.accessToken).not.toBe('');
    const second = await enter();
    expect(second.record.id).toBe(first.record.id);
    expect(second.meta?.isNew).toBe(false);
    expect(await links(first.record.id)).toMatchObject([{ provider: 'oidc', providerId: person.sub }]);
  });

  test('[25.28] is no way into the account of an address that is only like the one it says', async () => {
    const password = { password: 'a-long-password', passwordConfirm: 'a-long-password' };
    const mine = await server.root.collection('people').create({ email: 'admin@kerbside.example', ...password });
    newPerson({ email: 'admİn@kerbside.example' });
    expect((await refusalOf(enter())).status).toBe(400);
    expect(await links(mine.id)).toEqual([]);
  });

  test('a name of the provider that the field does not take is left out', async () => {
    newPerson({ name: 'A name of far too many letters' });
    const { fields } = await server.root.collections.getOne('people');
    const short = fields.map((field) => (field.name === 'name' ? { ...field, max: 5 } : field));
    await server.root.collections.update('people', { fields: short });
    try {
      expect((await enter()).record).toMatchObject({ name: '', verified: true });
    } finally {
      await server.root.collections.update('people', { fields });
    }
  });

  test('with the ID token alone, checked against the provider’s keys', async () => {
    const extra = { jwksURL: `${provider.issuer}/jwks`, issuers: [provider.issuer] };
    const person = newPerson();
    await configure({ userInfoURL: '', extra });
    expect((await enter()).record.id).not.toBe('');
    await configure({ userInfoURL: '', extra: { ...extra, issuers: ['https://elsewhere.example'] } });
    expect((await refusalOf(enter())).message).toBe('Failed to fetch OAuth2 user.');
    expect(person.sub).not.toBe('');
  });

  test('takes a code once, with its proof, of a provider that is there', async () => {
    newPerson();
    const { code, verifier } = await getCode();
    const guest = clientOf(server.url).collection('people');
    await guest.authWithOAuth2Code('oidc', code, verifier, back);
    const replayed = await refusalOf(guest.authWithOAuth2Code('oidc', code, verifier, back));
    expect(replayed).toEqual({ status: 400, message: 'Failed to fetch OAuth2 token.', data: {} });
    const next = await getCode();
    const forged = await refusalOf(guest.authWithOAuth2Code('oidc', next.code, 'x'.repeat(43), back));
    expect(forged.message).toBe('Failed to fetch OAuth2 token.');
    await configure({ tokenURL: 'http://127.0.0.1:9/token' });
    const away = await refusalOf(guest.authWithOAuth2Code('oidc', 'code', verifier, back));
    expect(away.message).toBe('Failed to fetch OAuth2 token.');
    await configure({}, false);
    expect((await refusalOf(guest.authWithOAuth2Code('oidc', code, verifier, back))).status).toBe(403);
  });

  test('[271] links the provider to whoever is signed in, who can end the link', async () => {
    const account = { email: 'own@example.com', password: '12345678', passwordConfirm: '12345678' };
    const { id } = await server.root.collection('people').create(account);
    const client = clientOf(server.url);
    await client.collection('people').authWithPassword(account.email, account.password);
    const person = newPerson();
    const { record } = await enter(client);
    expect(record).toMatchObject({ id, email: account.email, verified: false });
    await client.collection('people').authWithPassword(account.email, account.password);
    expect(await client.collection('people').listExternalAuths(id)).toMatchObject([{ providerId: person.sub }]);
    await client.collection('people').unlinkExternalAuth(id, 'oidc');
    expect(await links(id)).toEqual([]);
  });

  test.each([
    ['', (email: string) => email],
    [' in other letters', (email: string) => email.toUpperCase()],
  ])(
    '[25.5] takes an unverified account of the same address%s over from whoever made it in advance',
    async (_how, typed) => {
      const person = newPerson();
      const sly = { email: typed(person.email), password: 'sly-password', passwordConfirm: 'sly-password' };
      const { id } = await server.root.collection('people').create(sly);
      const { record } = await enter();
      expect(record).toMatchObject({ id, verified: true });
      const wrong = server.guest.collection('people').authWithPassword(sly.email, sly.password);
      expect((await refusalOf(wrong)).status).toBe(400);
    },
  );

  test('believes an address only when the provider vouches for it', async () => {
    const victim = await server.root.collection('people').create({
      email: 'victim@example.com',
      password: '12345678',
      passwordConfirm: '12345678',
      verified: true,
    });
    newPerson({ email: 'victim@example.com', email_verified: false });
    const refusal = await refusalOf(enter());
    expect(refusal.status).toBe(400);
    expect(refusal.data.email).toMatchObject({
      code: 'validation_required',
      message: expect.stringContaining('sign in to it another way and add the provider there'),
    });
    expect(await links(victim.id)).toEqual([]);
  });

  test.each([['', true] as const, [' that says no address', false] as const])(
    '[25.29] makes no account of an address that the provider%s does not vouch for',
    async (_which, isVouched) => {
      const { email } = newPerson({ email_verified: isVouched });
      const sly = await refusalOf(enter(undefined, { email: 'owner@example.com' }));
      expect(sly).toMatchObject({ status: 400, data: { email: { code: 'not_vouched' } } });
      const found = await server.root.collection('people').getFullList({ filter: 'email = "owner@example.com"' });
      expect(found).toEqual([]);
      if (!isVouched) return;
      const { record } = await enter(undefined, { email: email.toUpperCase() });
      expect(record).toMatchObject({ email, verified: true });
    },
  );

  test('[25.29] ends no link of the owner of an unproved account’s address, who is alone in it afterwards', async () => {
    const account = { email: 'proved-later@example.com', password: '12345678', passwordConfirm: '12345678' };
    const { id } = await server.root.collection('people').create(account);
    const sly = clientOf(server.url);
    await sly.collection('people').authWithPassword(account.email, account.password);
    newPerson();
    await enter(sly);
    await server.guest.collection('people').requestVerification(account.email);
    expect((await enter()).record).toMatchObject({ id, verified: false });
    expect((await enter()).record).toMatchObject({ id, verified: false });
    const [mail] = await server.engine.db.query<{ text: string }>(
      `select message->>'text' as text from _mails where "to" = $1 order by id desc limit 1`,
      [account.email],
    );
    const token = /confirm-verification\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await server.guest.collection('people').confirmVerification(token);
    expect(await links(id)).toEqual([]);
    expect((await enter()).record.id).not.toBe(id);
  });

  test('makes no account that the collection’s rule does not allow, nor half of one', async () => {
    const person = newPerson();
    expect((await refusalOf(enter(undefined, { banned: true }))).status).toBe(400);
    const found = await server.root.collection('people').getFullList({ filter: `email = "${person.email}"` });
    expect(found).toEqual([]);
    expect((await enter()).meta?.isNew).toBe(true);
  });

  test('two first sign-ins at the same moment make one account', async () => {
    const person = newPerson();
    const codes = await Promise.all([getCode(), getCode()]);
    const entries = await Promise.allSettled(
      codes.map(({ code, verifier }) =>
        clientOf(server.url).collection('people').authWithOAuth2Code('oidc', code, verifier, back),
      ),
    );
    expect(entries.some(({ status }) => status === 'fulfilled')).toBe(true);
    const found = await server.root.collection('people').getFullList({ filter: `email = "${person.email}"` });
    expect(found).toHaveLength(1);
    expect(await links(found[0]?.id ?? '')).toHaveLength(1);
  });
});

describe('the window of the provider', () => {
  test.each(['the same server', 'another server'])('comes back to the page that opened it, on %s', async (where) => {
    const person = newPerson();
    const browser = createBrowserJar();
    const client = browser.clientOf(server.url);
    const { record } = await client.collection('people').authWithOAuth2({
      provider: 'oidc',
      urlCallback: async (url) => {
        const { host } = new URL(server.url);
        // The provider sends the window to one server; the page's stream may be on another.
        const returned = await provider.authorize(url);
        const target =
          where === 'another server' ? returned.href.replace(host, new URL(beside.url).host) : returned.href;
        const answer = await browser.fetch(target);
        expect([answer.status, answer.headers.get('location')]).toEqual([307, '../_/#/auth/oauth2-redirect-success']);
      },
    });
    expect(record.email).toBe(person.email);
  });

  test('that nobody waits for says so, and so does one that was refused', async () => {
    for (const query of ['', '?state=nobody', '?state=nobody&code=c', '?state=nobody&error=access_denied']) {
      const answer = await fetch(`${server.url}/api/oauth2-redirect${query}`, { redirect: 'manual' });
      expect(answer.status).toBe(307);
      expect(answer.headers.get('location')).toBe('../_/#/auth/oauth2-redirect-failure');
    }
    const posted = await fetch(`${server.url}/api/oauth2-redirect`, { method: 'POST', redirect: 'manual' });
    expect(posted.status).toBe(303);
  });
});

test('the providers that may be configured are listed for superusers', async () => {
  const list = await server.root.send('/api/collections/meta/oauth2-providers', {});
  expect(list).toHaveLength(32);
  expect(list[1]).toMatchObject({
    name: 'google',
    displayName: 'Google',
    logo: expect.stringContaining('<path fill="#4285f4"'),
  });
  expect((await refusalOf(server.guest.send('/api/collections/meta/oauth2-providers', {}))).status).toBe(401);
});
