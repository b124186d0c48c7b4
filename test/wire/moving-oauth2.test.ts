import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import PocketBase from 'pocketbase';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importPocketbase } from '#engine/moving/import-pocketbase.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#support/openid-provider.ts';
import { learner, makePocketbaseFolder } from '#support/pocketbase-folder.ts';
import { startReference } from '#support/reference-server.ts';
import { startApp, type TestApp } from '#support/start-app.ts';

/*
 * Who signed in to PocketBase by an outside provider signs in here by the same one, and finds their account. The folder of the last test is one that
 * the real PocketBase made (REFERENCE_PROGRAM, see moving-reference.test.ts).
 */
const { REFERENCE_PROGRAM: program = '' } = process.env;
const back = 'http://127.0.0.1:9/back';
const mo = { sub: 'outside-mo', email: 'somewhere-else@example.com', email_verified: true, name: 'Mo' };
const jo = { sub: 'outside-jo', email: 'jo-elsewhere@example.com', email_verified: true, name: 'Jo' };

let app: TestApp;
let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider([back]);
});
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());
afterAll(() => provider.close());

const settings = () => ({ enabled: true, providers: [provider.settings] });

/** Goes the whole way of a sign-in: the provider's page, its code, the call with it. */
async function enter(url: string, collection: string, person: typeof mo) {
  provider.signInAs(person);
  const service = new PocketBase(url).collection(collection);
  const [method] = (await service.listAuthMethods()).oauth2.providers;
  const code = (await provider.authorize(`${method?.authURL}${encodeURIComponent(back)}`)).searchParams.get('code');
  return service.authWithOAuth2Code('oidc', code ?? '', method?.codeVerifier ?? '', back);
}

async function importFrom(folder: string): Promise<void> {
  const report = await importPocketbase(app.app.engine, {
    folder,
    choice: { renames: new Map(), leftOut: new Set(), keepsSettings: false },
    isDryRun: false,
    onProgress: () => {},
  });
  expect(report.comparisons.filter(({ isEqual }) => !isEqual)).toEqual([]);
}

async function expectSame(collection: string, person: typeof mo, id: string): Promise<void> {
  const before = (await app.root.collection(collection).getFullList()).length;
  const { record, meta } = await enter(app.url, collection, person);
  expect(record.id).toBe(id);
  expect(meta).toMatchObject({ id: person.sub, isNew: false });
  expect(await app.root.collection(collection).getFullList()).toHaveLength(before);
  const filter = `recordRef = "${id}" && provider = "oidc"`;
  expect(await app.root.collection('_externalAuths').getFullList({ filter })).toMatchObject([
    { providerId: person.sub },
  ]);
}

/** The product's own accounts have the ways to sign in that its operator chooses. */
const openUsers = () => app.root.collections.update('users', { oauth2: settings() });

test('an account of a folder is found by its provider, by no address', async () => {
  const folder = await makePocketbaseFolder();
  const db = new DatabaseSync(join(folder, 'data.db'));
  db.prepare("update _collections set options = ? where name = 'members'").run(JSON.stringify({ oauth2: settings() }));
  const link = db.prepare(
    'insert into _externalAuths (id, collectionRef, recordRef, provider, providerId) values (?, ?, ?, ?, ?)',
  );
  link.run('external0000002', 'members_id_00001', 'member000000001', 'oidc', mo.sub);
  link.run('external0000003', '_pb_users_auth_', learner.id, 'oidc', jo.sub);
  db.close();
  try {
    await importFrom(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await openUsers();
  await expectSame('members', mo, 'member000000001');
  await expectSame('users', jo, learner.id);
});

describe.runIf(program !== '')('a folder of the real PocketBase', () => {
  test('whoever made their account by a provider there comes back to it here', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'kerbside-moving-'));
    try {
      const folder = join(parent, 'pb_data');
      const reference = await startReference(program, folder);
      await reference.client.collections.create({
        name: 'clubMembers',
        type: 'auth',
        createRule: '',
        oauth2: settings(),
      });
      await reference.client.collections.update('users', { createRule: '', oauth2: settings() });
      const there = [await enter(reference.url, 'clubMembers', mo), await enter(reference.url, 'users', jo)];
      expect(there.map(({ meta }) => meta?.isNew)).toEqual([true, true]);
      await reference.stop();
      await importFrom(folder);
      await openUsers();
      await expectSame('clubMembers', mo, there[0]?.record.id ?? '');
      await expectSame('users', jo, there[1]?.record.id ?? '');
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  });
});
