import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../log.ts';
import { createHttpServer } from './create-http-server.ts';

let begun = 0;
let isHeld = false;
const held: Array<() => void> = [];
const app = createHttpServer(
  [
    { method: 'POST', path: '/api/echo', handle: async (request) => ({ status: 200, body: await request.body() }) },
    {
      method: 'GET',
      path: '/api/next',
      async handle() {
        begun++;
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        return { status: 200, body: 'next' };
      },
    },
  ],
  {
    log: createLogger('silent'),
    loadAuth: async () => null,
    bodyLimits: () => ({ bytes: 1e7, textBytes: 1e7, keys: 50, files: 5, elements: 100, levels: 10 }),
  },
);
let port = 0;

beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

const get = 'GET /api/next HTTP/1.1\r\nHost: x\r\n\r\n';

function open(): { socket: Socket; answers: () => string[]; closed: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (part) => {
    text += part;
  });
  // A connection that is ended with something unread on it is reset.
  socket.on('error', () => {});
  const answers = () => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = '']) => status);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, answers, closed };
}

test('[25.38] a connection has 16 requests under way; with one more it is ended, and nothing is made of the thousands behind', async () => {
  isHeld = true;
  const [few, many] = [open(), open()];
  few.socket.write(get.repeat(16));
  await expect.poll(() => begun).toBe(16);
  many.socket.write(get.repeat(5000));
  await many.closed;
  expect(begun).toBeLessThanOrEqual(32);
  expect(many.answers()).toEqual([]);
  isHeld = false;
  for (const letGo of held.splice(0)) letGo();
  await expect.poll(few.answers).toHaveLength(16);
  // Those that were answered count no more.
  few.socket.write(get.repeat(16));
  await expect.poll(few.answers).toHaveLength(32);
  expect(new Set(few.answers())).toEqual(new Set(['200']));
  few.socket.destroy();
});

test('[25.45] the first request that Node refuses by itself is answered and ends its connection, and none behind it is read', async () => {
  let made = 0;
  const count = () => void made++;
  app.server.on('request', count);
  const refused = {
    expect: 'GET /api/next HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n',
    host: 'GET /api/next HTTP/1.1\r\n\r\n',
  };
  for (const [text, status] of [
    [refused.expect, '417'],
    [refused.host, '400'],
  ] as const) {
    const { socket, answers, closed } = open();
    socket.write(text.repeat(5000) + get);
    await closed;
    expect(answers()).toEqual([status]);
  }
  app.server.off('request', count);
  expect(made).toBe(0);
});

test('[25.45] of thousands sent ahead none is made behind the one that was too many', async () => {
  let made = 0;
  const count = () => void made++;
  app.server.on('request', count);
  isHeld = true;
  const { socket, closed } = open();
  socket.write(get.repeat(5000));
  await closed;
  app.server.off('request', count);
  isHeld = false;
  for (const letGo of held.splice(0)) letGo();
  expect(made).toBeLessThanOrEqual(17);
});

test('[25.38] a connection goes on for as long as its requests come one after the other, whatever they are', async () => {
  const { socket, answers } = open();
  const post = 'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const kinds: Array<[text: string, answers: string[]]> = [
    [get, ['200']],
    [get.replace('GET', 'HEAD'), ['200']],
    [get.replace('GET', 'OPTIONS'), ['204']],
    [get.replace('next', 'nothing'), ['404']],
    [`${post}Content-Length: 2\r\n\r\n{}`, ['200']],
    [`${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`, ['100', '200']],
    // Nobody reads this body.
    [get.replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\nabc'), ['200']],
    [get.replace('\r\n\r\n', '\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'), ['200']],
  ];
  const expected: string[] = [];
  for (let round = 0; round < 5; round++) {
    for (const [text, statuses] of kinds) {
      socket.write(text);
      expected.push(...statuses);
      await expect.poll(answers, { interval: 2 }).toEqual(expected);
    }
  }
  socket.destroy();
});

const chunked = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test('[25.39] a body in too many pieces is refused, whether anybody reads it or not', async () => {
  for (const path of ['/api/echo', '/api/nothing']) {
    const { socket, answers, closed } = open();
    socket.write(chunked(path) + chunk(' ').repeat(100_000));
    await closed;
    // The end was never sent, so nothing but the refusal ends the connection.
    expect(answers()).not.toContain('200');
  }
  const { socket, answers, closed } = open();
  socket.write(chunked('/api/echo'));
  socket.write(chunk(' ').repeat(600));
  await closed;
  expect(answers()).toEqual(['400']);
});

test('[25.39] a body that is still sent after the answer counts as well, and nothing is said after that answer', async () => {
  const { socket, answers, closed } = open();
  socket.write(get.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n'));
  socket.write(chunk(' ').repeat(10));
  await expect.poll(answers).toEqual(['200']);
  socket.write(chunk(' ').repeat(600));
  await closed;
  expect(answers()).toEqual(['200']);
});

test('[25.39] a body in pieces as programs send them is taken', async () => {
  const { socket, answers } = open();
  const large = chunk(' '.repeat(1024)).repeat(200);
  socket.write(
    `${chunked('/api/echo')}${chunk(' ').repeat(500)}${large}${chunk(' ').repeat(150)}${chunk('{"a":1}')}0\r\n\r\n`,
  );
  await expect.poll(answers).toEqual(['200']);
  // The next request of the connection begins its own count.
  socket.write(`${chunked('/api/echo')}${chunk(' ').repeat(500)}${chunk('{}')}0\r\n\r\n`);
  await expect.poll(answers).toEqual(['200', '200']);
  socket.destroy();
});
