import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createBodyMemory } from '../limits/create-body-memory.ts';
import { createLogger } from '../log.ts';
import { createHttpServer, type HttpServerOptions } from './create-http-server.ts';

const many = 1_000_000;
/** More than the system takes of a connection by itself. */
const length = 30_000_000;
const opened: Readable[] = [];

/** A server of long answers. Several of one caller have an eighth of its memory together: room for two streams, or for one long text alone. */
function serve(more: Pick<HttpServerOptions, 'answerPace'> = {}) {
  return createHttpServer(
    [
      { method: 'GET', path: '/api/text', handle: async () => ({ status: 200, body: Buffer.alloc(length) }) },
      {
        method: 'GET',
        path: '/api/stream',
        async handle() {
          const body = createReadStream('/dev/zero', { end: length - 1 });
          opened.push(body);
          return { status: 200, body, headers: { 'Content-Length': String(length) } };
        },
      },
    ],
    {
      log: createLogger('silent'),
      loadAuth: async () => null,
      bodyLimits: () => ({ bytes: many, textBytes: many, keys: 50, files: 5, elements: 100, levels: 10 }),
      answerMemory: createBodyMemory(() => 8 * 600 * 1024),
      ...more,
    },
  );
}

const patient = serve();
const impatient = serve({ answerPace: { quietMs: 1000, bytesPerSecond: 500 } });
/** Cuts off, too, but nobody whom a busy machine keeps from reading for a second. */
const watchful = serve({ answerPace: { quietMs: 20_000, bytesPerSecond: 500 } });
let patientUrl = '';
let impatientUrl = '';
let watchfulUrl = '';

beforeAll(async () => {
  patientUrl = await patient.listen({ port: 0, host: '127.0.0.1' });
  impatientUrl = await impatient.listen({ port: 0, host: '127.0.0.1' });
  watchfulUrl = await watchful.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => void opened.splice(0));
afterAll(async () => {
  await patient.close();
  await impatient.close();
  await watchful.close();
});

/** Asks and reads nothing of the answer; comes back once the server has cut the connection. */
async function askAndNotRead(path: string): Promise<void> {
  const { hostname, port } = new URL(impatientUrl);
  const theirs = new Promise<void>((resolve) =>
    impatient.server.once('connection', (socket) => socket.once('close', () => resolve())),
  );
  const client = connect(Number(port), hostname).on('error', () => {});
  client.pause();
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await theirs;
  client.destroy();
}

test('whoever takes nothing of an answer is cut off, and what it was read from is closed', async () => {
  await askAndNotRead('/api/text');
  await askAndNotRead('/api/stream');
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test('whoever reads gets all of it, however often on one connection', async () => {
  for (let time = 0; time < 3; time++) {
    const answer = await fetch(`${watchfulUrl}/api/stream`);
    expect((await answer.arrayBuffer()).byteLength).toBe(length);
  }
});

test('heldAnswerBytes: what is read as it is taken counts, one more is 503 in the usual envelope, and nothing stays open', async () => {
  const unread = await Promise.all([fetch(`${patientUrl}/api/stream`), fetch(`${patientUrl}/api/stream`)]);
  const refused = await fetch(`${patientUrl}/api/stream`);
  expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ status: 503 })]);
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  for (const { body } of unread) await body?.cancel();
  const statusOfNext = async () => {
    const answer = await fetch(`${patientUrl}/api/stream`);
    await answer.body?.cancel();
    return answer.status;
  };
  await expect.poll(statusOfNext).toBe(200);
});
