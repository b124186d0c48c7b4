import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(() => server.close());

async function send(request: string): Promise<{ head: string; body: unknown }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

const long = 'x'.repeat(17_000);

test.each([
  [
    'a long address',
    `GET /api/health?filter=${long} HTTP/1.1\r\nHost: a\r\n\r\n`,
    431,
    'The address and headers are too long.',
  ],
  [
    'a long header',
    `GET /api/health HTTP/1.1\r\nHost: a\r\nX-Own: ${long}\r\n\r\n`,
    431,
    'The address and headers are too long.',
  ],
  ['no request', 'How are you?\r\n\r\n', 400, 'Something went wrong while processing your request.'],
])('%s is refused in the error envelope, also to pages of other sites', async (_what, request, status, message) => {
  const { head, body } = await send(request);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('Access-Control-Allow-Origin: *');
  expect(body).toEqual({ status, message, data: {} });
});
