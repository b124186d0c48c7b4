import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBodyMemory } from '../limits/create-body-memory.ts';
import { createLogger } from '../log.ts';
import { ApiError } from './api-error.ts';
import { capRequests } from './cap-requests.ts';
import { createHttpServer } from './create-http-server.ts';

const many = 1_000_000;
const large = 'x'.repeat(200_000);
const held: Array<() => void> = [];
const app = createHttpServer(
  [
    {
      method: 'GET',
      path: '/api/large',
      async handle({ query }) {
        if (query.waits) await new Promise<void>((resolve) => held.push(resolve));
        return { status: 200, body: { large } };
      },
    },
  ],
  {
    log: createLogger('silent'),
    loadAuth: async () => null,
    bodyLimits: () => ({ bytes: many, textBytes: many, keys: 50, files: 5, elements: 100, levels: 10 }),
    // Several of one caller have an eighth of it together: room for two such answers.
    answerMemory: createBodyMemory(() => 24 * 200_000),
  },
);
capRequests(app, {
  most: () => 6,
  addressOf: ({ ip }) => ip,
  refusal: () => new ApiError(429, 'Too many at once.'),
});
const sockets: Socket[] = [];
let url = '';

beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  app.server.on('connection', (socket) => sockets.push(socket));
});
afterAll(() => app.close());

/** Sends a text, and leaves once so many of its requests are looked at; what they wait for comes after that. */
async function sendAndLeave(text: string, count: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const client = connect(Number(port), hostname).on('error', () => {});
  client.write(text);
  await expect.poll(() => held.length).toBe(count);
  const [theirs] = sockets.slice(-1);
  if (!theirs) throw new Error('Nobody came.');
  const gone = new Promise((resolve) => theirs.once('close', resolve));
  client.resetAndDestroy();
  await gone;
  for (const letGo of held.splice(0)) letGo();
}

async function ask(): Promise<number> {
  const answer = await fetch(`${url}/api/large`);
  await answer.arrayBuffer();
  return answer.status;
}

const get = 'GET /api/large?waits=1 HTTP/1.1\r\nHost: x\r\n\r\n';

test('an answer to somebody who left before it was made holds no memory', async () => {
  for (let time = 0; time < 30; time++) await sendAndLeave(get, 1);
  expect(await ask()).toBe(200);
});

test('requests that stood behind others of a connection are over with it', async () => {
  for (let time = 0; time < 10; time++) await sendAndLeave(get.repeat(5), 5);
  expect(await Promise.all([ask(), ask()])).toEqual([200, 200]);
});
