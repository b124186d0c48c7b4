import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { countTry, uncountTry } from './attempts.store.ts';

let server: EngineServer;
let nowMs = Date.parse('2026-11-21T02:00:00Z');

beforeAll(async () => {
  server = await startEngineServer({ clock: { nowMs: () => nowMs } });
  const file = { name: 'file', type: 'file', maxSelect: 1, maxSize: 1_000_000 };
  const signedIn = "@request.auth.id != ''";
  await server.root.collections.create({ name: 'people', type: 'auth' });
  const rules = { createRule: signedIn, updateRule: signedIn, viewRule: '' };
  const fields = [file, { name: 'title', type: 'text', max: 5 }];
  await server.root.collections.create({ name: 'papers', type: 'base', ...rules, fields });
  await server.root.settings.update({ budgets: { personStoredKib: 10 } });
});

afterAll(() => server.close());

async function somebody(email: string): Promise<PocketBase> {
  const password = 'a-long-password';
  await server.root.collection('people').create({ email, password, passwordConfirm: password });
  const client = clientOf(server.url);
  await client.collection('people').authWithPassword(email, password);
  return client;
}
const paper = (kib: number, title = '') => ({ title, file: new File(['x'.repeat(kib * 1024)], 'paper.txt') });
const post = (client: PocketBase, kib: number, title?: string) => client.collection('papers').create(paper(kib, title));

test('an account stores so much in a day, by new records and by changes, and not one KiB more', async () => {
  const [one, other] = [await somebody('one@example.com'), await somebody('other@example.com')];
  const { id } = await post(one, 4);
  expect((await refusalOf(post(one, 9, 'much too long'))).status).toBe(400);
  await one.collection('papers').update(id, paper(4));
  nowMs += 3_600_000;
  const form = new FormData();
  form.set('file', paper(3).file);
  const refused = await fetch(`${server.url}/api/collections/papers/records`, {
    method: 'POST',
    headers: { Authorization: one.authStore.token },
    body: form,
  });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, `${23 * 3600}`]);
  expect((await refusalOf(one.collection('papers').update(id, paper(3)))).status).toBe(429);
  // What was refused is not counted.
  await post(one, 2);
  expect((await refusalOf(post(one, 1))).status).toBe(429);
  await post(other, 10);
  await post(server.root, 50);
});

test('what is taken back when its window is over, or gone, begins none with less than nothing', async () => {
  const { lasting: db } = server.engine;
  const counted = { key: 'stored:papers', nowMs, by: 8 };
  await uncountTry(db, counted);
  expect((await countTry(db, { ...counted, seconds: 60 })).count).toBe(8);
  await uncountTry(db, { ...counted, by: 5 });
  await uncountTry(db, { ...counted, by: 5 });
  await uncountTry(db, { ...counted, nowMs: nowMs + 60_000 });
  expect((await countTry(db, { ...counted, seconds: 60 })).count).toBe(8);
  await expect(countTry(db, { ...counted, by: -8, seconds: 60 })).rejects.toThrow('not by -8');
});
