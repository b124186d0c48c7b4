import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { type S3Server, startS3Server } from '#support/s3-server.ts';

const mebibyte = 1024 * 1024;
const bucket = { bucket: 'kerb', region: 'ap-southeast-1', accessKey: 'key', secret: 'secret' };
const bytes = Buffer.alloc(20 * mebibyte, 'kerbside ');

let server: EngineServer;
let s3: S3Server;
let path = '';

beforeAll(async () => {
  s3 = await startS3Server(bucket);
  server = await startEngineServer();
  const file = { name: 'paper', type: 'file', maxSelect: 1, maxSize: bytes.length };
  await server.root.collections.create({ name: 'papers', type: 'base', viewRule: '', fields: [file] });
  path = await upload(bytes);
});

afterAll(async () => {
  await server.close();
  await s3.close();
});

async function upload(bytes: Buffer<ArrayBuffer>): Promise<string> {
  const record = await server.root.collection('papers').create({ paper: new File([bytes], 'paper.txt') });
  return new URL(server.root.files.getURL(record, record.paper)).pathname;
}

/** Asks for the file and reads nothing but the beginning of the answer. */
function beginDownload(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', reject);
    socket.once('data', () => {
      socket.pause();
      resolve(socket);
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  });
}

/** Bytes that this process has read from files and sockets. */
async function bytesRead(): Promise<number> {
  return Number(/^rchar: (\d+)$/m.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);
}

/** Whether this process is reading a file: what is sent on is read piece by piece, as long as somebody takes it. */
const isReading = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

/** Resolves with the bytes that were read when no file is being read any more, also after another call was answered. */
async function whenQuiet(): Promise<number> {
  for (;;) {
    const before = await bytesRead();
    await fetch(`${server.url}/api/health`);
    if (isReading()) continue;
    const now = await bytesRead();
    if (now - before < 100_000) return now;
  }
}

test.runIf(process.platform === 'linux')('[11.11] downloads that nobody reads are not read ahead', async () => {
  const before = await whenQuiet();
  const { arrayBuffers } = process.memoryUsage();
  const sockets = await Promise.all(Array.from({ length: 60 }, beginDownload));
  const readAhead = (await whenQuiet()) - before;
  // What the system keeps for each connection is part of it, too.
  expect(readAhead).toBeLessThan((60 * bytes.length) / 2);
  expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(60 * mebibyte);
  for (const socket of sockets) socket.destroy();
});

describe.each(['the disk', 'a bucket'])('a large file from %s', (place) => {
  const content = bytes.subarray(0, 6 * mebibyte + 7);

  beforeAll(async () => {
    const settings = { ...bucket, endpoint: s3.endpoint, forcePathStyle: true, enabled: place === 'a bucket' };
    await server.root.settings.update({ s3: settings });
    path = await upload(content);
  });

  const get = async (range?: string, method = 'GET') => {
    const answer = await fetch(server.url + path, { method, ...(range ? { headers: { range } } : {}) });
    return { status: answer.status, length: Number(answer.headers.get('content-length')), body: await answer.bytes() };
  };

  test('comes whole and in any part', async () => {
    const whole = await get();
    expect([whole.status, whole.length, Buffer.compare(whole.body, content)]).toEqual([200, content.length, 0]);
    const part = await get(`bytes=${mebibyte - 5}-${3 * mebibyte + 4}`);
    expect([part.status, part.length]).toEqual([206, 2 * mebibyte + 10]);
    expect(Buffer.compare(part.body, content.subarray(mebibyte - 5, 3 * mebibyte + 5))).toBe(0);
    expect(String.fromCharCode(...(await get('bytes=-4')).body)).toBe(content.toString('latin1', content.length - 4));
    const parts = await get('bytes=0-1,5-6');
    expect([parts.status, parts.body.length]).toEqual([206, parts.length]);
    expect(await get(undefined, 'HEAD')).toMatchObject({ status: 200, length: content.length });
  });
});
