import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../log.ts';
import { createHttpServer } from './create-http-server.ts';

const app = createHttpServer(
  [
    { method: 'POST', path: '/api/echo', handle: async (request) => ({ status: 200, body: await request.body() }) },
    { method: 'GET', path: '/api/next', handle: async () => ({ status: 200, body: 'next' }) },
  ],
  {
    log: createLogger('silent'),
    loadAuth: async () => null,
    bodyLimits: () => ({ bytes: 1e7, textBytes: 1e7, keys: 50, files: 5, elements: 100, levels: 10 }),
  },
);
let url = '';

beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

test('a form that is refused in its middle leaves the connection to the next request', async () => {
  const part = (n: number) => `--b\r\nContent-Disposition: form-data; name="k${n}"; filename=""\r\n\r\n\r\n`;
  const body = `${Array.from({ length: 9000 }, (_, n) => part(n)).join('')}--b--\r\n`;
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  socket.write(
    `POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await once(socket, 'ready');
  socket.write(body);
  const [refusal] = await once(socket, 'data');
  expect(refusal).toMatch(/^HTTP\/1\.1 400 /);
  socket.write('GET /api/next HTTP/1.1\r\nHost: x\r\n\r\n');
  const [next] = await once(socket, 'data');
  expect(next).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});
