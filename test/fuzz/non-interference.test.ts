import { setMaxListeners } from 'node:events';
import { EventSource } from 'eventsource';
import fc from 'fast-check';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { runs } from '#support/runs.ts';
import { type Question, questions } from './non-interference-questions.ts';
import { makeSchema, personBody } from './non-interference-schema.ts';
import { changes, collectionNames, pingId, rowsOf, rulesOfWorld, type World } from './non-interference-worlds.ts';
import { storeDescriptions } from './store-descriptions.ts';

/*
 * What a person may not see never changes an answer. A world is a handful of records and rules. In it records are changed, and before and after each
 * change the person looks at everything there is to see, and asks questions. Whenever what they see is the same, so is every answer.
 */
Object.assign(globalThis, { EventSource });
setMaxListeners(100);

const often = runs(100);
const questionsInWorld = 10;
const changesInWorld = 4;
/** Always the same: a filter may look at it. */
const markerId = 'marker000000000';

let server: EngineServer;
const viewers: PocketBase[] = [];
const ids: string[] = [];

beforeAll(async () => {
  server = await startEngineServer();
  await makeSchema(server);
  await server.root.settings.update({ batch: { enabled: true } });
  viewers.push(clientOf(server.url));
  for (const name of ['ann', 'ben']) {
    const { id } = await server.root.collection('people').create(personBody(name));
    const client = clientOf(server.url);
    await client.collection('people').authWithPassword(`${name}@example.com`, 'a-long-password');
    ids.push(id);
    viewers.push(client);
  }
});
afterAll(async () => {
  for (const viewer of viewers) viewer.realtime.unsubscribe();
  await server.close();
});

test('what a person may not see never changes what they are told', { timeout: 86_400_000 }, async () => {
  let compared = 0;
  let differed = 0;
  let answered = 0;
  const world = fc.record({
    viewer: fc.nat({ max: 2 }),
    rules: rulesOfWorld,
    rows: rowsOf(() => ids),
    asked: fc.array(questions, { minLength: questionsInWorld, maxLength: questionsInWorld }),
    changed: fc.array(
      changes(() => ids),
      { minLength: changesInWorld, maxLength: changesInWorld },
    ),
  });
  const numRuns = Math.max(1, Math.ceil(often.numRuns / (questionsInWorld * 2)));
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const viewer = viewers[given.viewer] ?? viewers[0];
      if (!viewer) throw new Error('no viewer');
      await settle(given);
      const listener = await listen(viewer, given.asked);
      await listener.next();
      let before = await ask(viewer, given.asked, listener);
      for (const change of given.changed) {
        const stood = await rowsById();
        const written = [await change.apply(server, before.seen), ...changedSince(stood, await rowsById())];
        const heardOfChange = await listener.next();
        const after = await ask(viewer, given.asked, listener);
        if (after.seen === before.seen) {
          compared += given.asked.length;
          answered += after.answers.filter(({ status }) => status === 200).length;
          for (const [index, question] of given.asked.entries())
            expect(after.answers[index], `${change.name} ${JSON.stringify(question)}`).toEqual(before.answers[index]);
          expect(after.heard, change.name).toEqual(before.heard);
          // Whoever sees a record hears that it was written, also when it was in a field that they don't see, or because what that led to was deleted.
          if (!written.some((id) => before.seen.includes(`"id":"${id}"`)))
            expect(heardOfChange, change.name).toEqual(after.heard);
        } else differed++;
        before = after;
      }
      await listener.stop();
    }),
    { ...often, numRuns, endOnFailure: true },
  );
  process.stdout.write(
    `${compared} answers compared, ${answered} of them no refusals; ${differed} changes were to be seen\n`,
  );
  expect(answered).toBeGreaterThan(0);
});

type Listener = Awaited<ReturnType<typeof listen>>;

async function ask(viewer: PocketBase, asked: readonly Question[], listener: Listener) {
  const heard = await listener.next();
  const seen = await look(viewer);
  const answers = await askAll(viewer, asked);
  // What a batch wrote is heard of too, here.
  await listener.next();
  return { heard, seen, answers };
}

async function settle({ rules, rows }: Pick<World, 'rules' | 'rows'>): Promise<void> {
  await storeDescriptions(server, rules);
  for (const [name, list] of Object.entries(rows)) {
    await server.engine.db.query(`delete from ${name} where id <> all ($1)`, [ids]);
    const columns = Object.keys(list[0] ?? { id: '' }).map((column) => `"${column}"`);
    await server.engine.db.query(
      `insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $1)`,
      [JSON.stringify(list)],
    );
  }
}

/** All records as they are stored. */
async function rowsById(): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  for (const name of collectionNames.filter((name) => name !== 'openposts'))
    for (const row of await server.engine.db.query<{ id: string }>(`select * from ${name}`))
      rows.set(row.id, JSON.stringify(row));
  return rows;
}

function changedSince(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before.keys()].filter((id) => before.get(id) !== after.get(id));
}

type Answer = { status: number; body: unknown };

async function get(viewer: PocketBase, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { authorization: viewer.authStore.token, 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { ...init, headers });
  return { status: answer.status, body: await answer.json() };
}

/** All that there is to see: every list, and every record that can be looked at. */
async function look(viewer: PocketBase): Promise<string> {
  const seen: unknown[] = [];
  for (const name of collectionNames) {
    const path = `/api/collections/${name}/records`;
    seen.push(await get(viewer, `${path}?perPage=100`));
    const { listRule, viewRule } = server.engine.collections.get(name);
    if (listRule === viewRule || viewRule === null) continue;
    const all = await server.engine.db.query<{ id: string }>(`select id from ${name} order by id`);
    const records = await Promise.all(all.map(({ id }) => get(viewer, `${path}/${id}`)));
    seen.push(records.filter(({ status }) => status === 200));
  }
  return JSON.stringify(seen);
}

function askAll(viewer: PocketBase, asked: readonly Question[]): Promise<Answer[]> {
  return Promise.all(
    asked.map(({ collection, id, batch, query }) => {
      const path = `/api/collections/${collection}/records`;
      const search = new URLSearchParams(query);
      if (batch) {
        const body = JSON.stringify({ requests: [{ method: 'PATCH', url: `${path}/${id}?${search}`, body: {} }] });
        return get(viewer, '/api/batch', { method: 'POST', body });
      }
      return get(viewer, `${path}${id === '' ? '' : `/${id}`}?${search}`);
    }),
  );
}

/** Subscribes to posts with the filters, expands and fields of the questions, and hears what a change of the post that all may see brings. */
async function listen(viewer: PocketBase, asked: readonly Question[]) {
  const heard: string[] = [];
  let hearLast = () => {};
  for (const { query } of asked.filter(({ collection }) => collection === 'posts')) {
    const { filter = '', expand = '', fields = '' } = query;
    const options = { filter, expand, fields };
    await viewer.collection('posts').subscribe('*', (event) => heard.push(JSON.stringify(event)), options);
  }
  // Changes of one collection are told in their order, each to all at once: whoever hears this has heard all before.
  await viewer.collection('posts').subscribe('*', ({ action, record }) => {
    heard.push(`heard of ${record.id}`);
    if (action === 'delete' && record.id === markerId) hearLast();
  });
  return {
    async next(): Promise<string[]> {
      const last = new Promise<void>((resolve) => {
        hearLast = resolve;
      });
      const posts = server.root.collection('posts');
      await posts.update(pingId, {});
      // Everybody sees it come and go, and it leaves the world as it was.
      await posts.create({ id: markerId });
      await posts.delete(markerId);
      await last;
      return heard.splice(0).sort();
    },
    stop: () => viewer.realtime.unsubscribe(),
  };
}
