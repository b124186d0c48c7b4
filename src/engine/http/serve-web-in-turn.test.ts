import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeWebBuild } from '#support/write-web-build.ts';
import { bodyLimitsOf } from '../limits/body-limits-of.ts';
import { overBudget } from '../limits/budgets.ts';
import { createLogger } from '../log.ts';
import { systemRandom } from '../random.ts';
import { createHttpServer } from './create-http-server.ts';
import { serveWeb } from './serve-web.ts';

const folder = mkdtempSync(join(tmpdir(), 'web-in-turn-'));
const reading = new Map<string, () => void>();
const read: string[] = [];
const settings = { mostWaiting: 100 };
const sockets: Socket[] = [];
let asked = 0;
/** Pages read what the test lets go. */
const app = createHttpServer(
  [
    {
      method: 'GET',
      path: '/api/read',
      async handle({ query }) {
        const page = String(query.page);
        read.push(page);
        await new Promise<void>((resolve) => reading.set(page, resolve));
        return { status: 200, body: {} };
      },
    },
    { method: 'POST', path: '/api/hold', handle: async () => ({ status: 200, body: { held: true } }) },
  ],
  {
    log: createLogger('silent'),
    loadAuth: async () => null,
    bodyLimits: (sender) => bodyLimitsOf({}, sender),
  },
);
let url = '';

beforeAll(async () => {
  writeWebBuild(
    folder,
    `export async function renderPage({ url, readApi }) {
       const page = new URL(url).pathname;
       await readApi('/api/read?page=' + page);
       return { status: 200, html: page };
     }`,
  );
  await serveWeb(app, {
    distFolder: folder,
    flags: {},
    clientIp: (headers) => String(headers['x-real-ip'] ?? '203.0.113.9'),
    admitWaiting(waiting) {
      if (waiting >= settings.mostWaiting) throw overBudget('waitingPages', { retryAfterMs: 2000 });
    },
    // Stands still: no render took any time.
    clock: { nowMs: () => 0 },
    random: systemRandom,
    log: { error: () => undefined },
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  app.server.on('connection', (socket) => sockets.push(socket));
  app.server.on('request', () => void asked++);
});
beforeEach(() => {
  read.splice(0);
  settings.mostWaiting = 100;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const open = async (path: string) => {
  const answer = await fetch(url + path);
  return { status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() };
};

/** Lets the page that reads go on, once it does; whatever others there are wait. */
async function letGo(path: string): Promise<void> {
  await expect.poll(() => reading.has(path)).toBe(true);
  expect([...reading.keys()]).toEqual([path]);
  reading.get(path)?.();
  reading.delete(path);
}

/** Asks for a page over a connection of its own, and answers how to leave. */
async function ask(path: string): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(url);
  const before = asked;
  const client = connect(Number(port), hostname).on('error', () => undefined);
  client.write(`GET ${path} HTTP/1.1\r\nHost: kerbside.example\r\n\r\n`);
  await expect.poll(() => asked).toBe(before + 1);
  const [theirs] = sockets.slice(-1);
  return async () => {
    const gone = new Promise((resolve) => theirs?.once('close', resolve));
    client.resetAndDestroy();
    await gone;
  };
}

test('a hold is answered while pages wait for their turn, and pages come one after the other', async () => {
  const pages = ['/a', '/b', '/c'];
  const before = asked;
  const answers = pages.map(open);
  await expect.poll(() => asked).toBe(before + 3);
  const hold = await fetch(`${url}/api/hold`, { method: 'POST' });
  expect([hold.status, await hold.json()]).toEqual([200, { held: true }]);
  for (const count of [1, 2, 3]) {
    await expect.poll(() => read.length).toBe(count);
    await letGo(String(read.at(-1)));
  }
  expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(pages);
  expect(read.toSorted()).toEqual(pages);
});

test('a page whose reader leaves before its turn is not rendered', async () => {
  const first = open('/first');
  await expect.poll(() => read).toEqual(['/first']);
  const leave = await ask('/left');
  await leave();
  const last = open('/last');
  await letGo('/first');
  await letGo('/last');
  expect([(await first).text, (await last).text]).toEqual(['/first', '/last']);
  expect(read).toEqual(['/first', '/last']);
});

test('who waits for the same page as somebody who leaves gets it', async () => {
  const first = open('/before');
  await expect.poll(() => read).toEqual(['/before']);
  const leave = await ask('/shared');
  const before = asked;
  const shared = [open('/shared'), open('/shared')];
  await expect.poll(() => asked).toBe(before + 2);
  await leave();
  await letGo('/before');
  await letGo('/shared');
  expect((await Promise.all([first, ...shared])).map(({ text }) => text)).toEqual(['/before', '/shared', '/shared']);
  expect(read).toEqual(['/before', '/shared']);
});

test('one more than may wait is told to come again, and what waits for nothing is answered', async () => {
  settings.mostWaiting = 0;
  const first = open('/kept');
  await expect.poll(() => read).toEqual(['/kept']);
  expect(await open('/other')).toMatchObject({ status: 503, wait: '2' });
  await letGo('/kept');
  expect((await first).status).toBe(200);
  expect(await open('/kept')).toMatchObject({ status: 200, text: '/kept' });
});
