import PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(() => server.close());

const password = 'correct horse battery';

/** Makes one more superuser, who is signed in. */
async function makeSuperuser(by: PocketBase, email: string): Promise<PocketBase> {
  await by.collection('_superusers').create({ email, password, passwordConfirm: password });
  const client = new PocketBase(server.url).autoCancellation(false);
  await client.collection('_superusers').authWithPassword(email, password);
  return client;
}

test('superusers who delete each other at the same moment leave one', async () => {
  let one = server.root;
  for (let round = 0; round < 10; round++) {
    const other = await makeSuperuser(one, `other-${round}@example.com`);
    const [ofOther, ofOne] = await Promise.allSettled([
      one.collection('_superusers').delete(other.authStore.record?.id ?? ''),
      other.collection('_superusers').delete(one.authStore.record?.id ?? ''),
    ]);
    expect([ofOther.status, ofOne.status].sort()).toEqual(['fulfilled', 'rejected']);
    if (ofOne.status === 'fulfilled') one = other;
    expect(await one.collection('_superusers').getFullList()).toHaveLength(1);
  }
});
