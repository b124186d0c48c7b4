import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../log.ts';
import { createHttpServer } from './create-http-server.ts';
import { type BodyPace, usualPace } from './pace-body.ts';

const pace: BodyPace = { ...usualPace };
const many = 1_000_000;
const app = createHttpServer(
  [
    {
      method: 'POST',
      path: '/api/echo',
      handle: async ({ body }) => ({ status: 200, body: (await body()).fields }),
    },
  ],
  {
    log: createLogger('silent'),
    loadAuth: async () => null,
    bodyLimits: () => ({ bytes: many, textBytes: many, keys: 50, files: 5, elements: 100, levels: 10 }),
    bodyPace: pace,
  },
);
let port = 0;

beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** The answer to a body that says how long it is, of which `more` comes again and again until the connection is closed. */
function sendSlowly(length: number, more: string, type = 'application/json'): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1');
    const sending = setInterval(() => more && socket.write(more), 5);
    socket.on('data', (data) => {
      said += data.toString();
    });
    // The server closes while more is on its way (EPIPE): what was said before is the answer all the same.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(sending);
      resolve(said);
    });
    socket.write(`POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`);
    socket.write('{"a":');
  });
}

describe('a body', () => {
  test.each(['application/json', 'multipart/form-data; boundary=x'])(
    'of which nothing comes for too long is answered with 408, and its connection closed (%s)',
    async (type) => {
      Object.assign(pace, { quietMs: 50, bytesPerSecond: 500 });
      const answer = await sendSlowly(1000, '', type);
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain('"message":"The request did not arrive in time."');
    },
  );

  test('that comes, but too slowly, is, too', async () => {
    Object.assign(pace, { quietMs: 300, bytesPerSecond: many });
    expect(await sendSlowly(many, ' ')).toMatch(/^HTTP\/1.1 408 /);
  });

  test('may come as slowly as from a phone with hardly any signal', async () => {
    // Each piece brings more time than it takes.
    Object.assign(pace, { quietMs: 30_000, bytesPerSecond: 500 });
    const answer = new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', reject);
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
      socket.write('POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n');
      const text = [...'{"a":12}'];
      const next = () => {
        const piece = text.shift();
        if (piece) socket.write(piece, () => setImmediate(next));
      };
      next();
    });
    expect(await answer).toMatch(/^HTTP\/1.1 200 /);
  });
});
