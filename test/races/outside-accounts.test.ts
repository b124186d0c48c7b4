import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#support/openid-provider.ts';

const back = 'http://127.0.0.1:9/back';
let server: EngineServer;
let second: EngineServer;
let provider: OpenIdProvider;
let people = 0;

beforeAll(async () => {
  server = await startEngineServer();
  provider = await startOpenIdProvider([back]);
  await server.root.collections.create({
    name: 'people',
    type: 'auth',
    createRule: '',
    oauth2: { enabled: true, providers: [{ ...provider.settings, displayName: 'Test ID' }] },
  });
  second = await startEngineServer({ beside: server });
});

afterAll(async () => {
  await second.close();
  await server.close();
  await provider.close();
});

/** What a sign-in is ended with, made ready before. */
async function readyToEnter(client: PocketBase): Promise<() => Promise<unknown>> {
  const [method] = (await server.guest.collection('people').listAuthMethods()).oauth2.providers;
  if (!method) throw new Error('no provider');
  const url = await provider.authorize(method.authURL + encodeURIComponent(back));
  const code = url.searchParams.get('code') ?? '';
  return () => client.collection('people').authWithOAuth2Code('oidc', code, method.codeVerifier, back);
}

/** Somebody else’s address in an account that nobody proved, signed in to by whoever registered it. */
async function newSquat() {
  people += 1;
  const [email, password] = [`owner${people}@example.com`, 'a-first-password'];
  provider.signInAs({
    sub: `sly-${people}`,
    email: `sly${people}@example.com`,
    email_verified: true,
    name: 'Sly',
  });
  const { id } = await server.guest.collection('people').create({ email, password, passwordConfirm: password });
  const sly = clientOf(server.url);
  await sly.collection('people').authWithPassword(email, password);
  return { id, email, sly };
}

async function verificationOf(email: string): Promise<string> {
  await server.guest.collection('people').requestVerification(email);
  const [row] = await server.engine.db.query<{ text: string }>(
    `select message->>'text' as text from _mails where "to" = $1 order by id desc limit 1`,
    [email],
  );
  return /confirm-verification\/([\w.-]+)/.exec(row?.text ?? '')?.[1] ?? '';
}

const linksOf = (id: string) => server.root.collection('_externalAuths').getFullList({ filter: `recordRef = "${id}"` });

const isGood = (client: PocketBase) =>
  client
    .collection('people')
    .authRefresh()
    .then(
      () => true,
      () => false,
    );

async function expectOwnersAlone(id: string, clients: PocketBase[]): Promise<void> {
  expect(await server.root.collection('people').getOne(id)).toMatchObject({ verified: true });
  expect(await linksOf(id)).toEqual([]);
  for (const client of clients) {
    if (client.authStore.record?.id === id) await expect.poll(() => isGood(client)).toBe(false);
  }
}

test('[25.29] no sign-in of whoever linked an unproved account outlives its owner’s proof in the same moment', async () => {
  for (let round = 0; round < 6; round++) {
    const { id, email, sly } = await newSquat();
    await (await readyToEnter(sly))();
    const clients = [server, second, server, second].map(({ url }) => clientOf(url));
    const entries = await Promise.all(clients.map(readyToEnter));
    const token = await verificationOf(email);
    const proof = server.guest.collection('people').confirmVerification(token);
    const outcomes = await Promise.allSettled([...entries.map((enter) => enter()), proof]);
    expect(outcomes.at(-1)?.status).toBe('fulfilled');
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.status).toBe(400);
    }
    await expectOwnersAlone(id, [sly, ...clients]);
  }
});

test('[25.29] no session of whoever registered an account links another to it while its owner proves the address', async () => {
  for (let round = 0; round < 6; round++) {
    const { id, email, sly } = await newSquat();
    // A link of before is what makes the proof end the sessions of this collection.
    await (await readyToEnter(sly))();
    provider.signInAs({ sub: `other-${people}`, email: `other${people}@example.com`, email_verified: true, name: 'O' });
    const entries = await Promise.all([sly, sly].map(readyToEnter));
    const token = await verificationOf(email);
    const proof = second.guest.collection('people').confirmVerification(token);
    const outcomes = await Promise.allSettled([proof, ...entries.map((enter) => enter())]);
    expect(outcomes[0]?.status).toBe('fulfilled');
    await expectOwnersAlone(id, [sly]);
  }
});
