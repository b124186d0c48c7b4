import { expect, test } from 'vitest';
import { readMultipart } from './read-multipart.ts';

const head = '--b\r\nContent-Disposition: form-data; name="archive"; filename=""\r\n\r\n';
const limits = { bytes: 1e6, textBytes: 100, keys: 5, files: 5, elements: 5, levels: 5 };
const read = (bytes: AsyncIterable<Buffer>) =>
  readMultipart({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    bytes,
    limits,
    tooLarge: () => new Error('too large'),
  });

test('a file part without a name is a text, and kept no longer than a text may be', async () => {
  let sent = 0;
  async function* long() {
    yield Buffer.from(head);
    for (; sent < 10_000; sent += 1) yield Buffer.from('x'.repeat(60));
    yield Buffer.from('\r\n--b--\r\n');
  }

  await expect(read(long())).rejects.toThrow('too large');
  expect(sent).toBeLessThan(5_000);
});

test('a file part without a name within the limit is a value', async () => {
  async function* whole() {
    yield Buffer.from(`${head}no file\r\n--b--\r\n`);
  }

  expect(await read(whole())).toEqual({ texts: [['archive', 'no file']], files: new Map() });
});

test('[25.44] of bodies that come in at once one small piece is parsed at a time, and the thread looks around between two', async () => {
  let looks = 0;
  let isGoing = true;
  const look = () => {
    looks++;
    if (isGoing) setImmediate(look);
  };
  setImmediate(look);
  const whole = Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n${'x'.repeat(500_000)}\r\n--b--\r\n`,
  );
  async function* atOnce() {
    yield whole;
  }
  const read = await Promise.all(
    Array.from({ length: 10 }, () =>
      readMultipart({
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        bytes: atOnce(),
        limits,
        tooLarge: () => new Error('too large'),
      }),
    ),
  );
  isGoing = false;
  expect(read.map(({ files }) => files.get('f')?.[0]?.bytes.length)).toEqual(Array(10).fill(500_000));
  // 31 pieces of each.
  expect(looks).toBeGreaterThanOrEqual(300);
});

test('[25.44] a body that is refused in the middle holds up none behind it', async () => {
  const many = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(20);
  async function* refused() {
    yield Buffer.from(many);
    yield Buffer.from(many);
  }
  async function* whole() {
    yield Buffer.from(`${head}no file\r\n--b--\r\n`);
  }
  const [first, second] = await Promise.allSettled([read(refused()), read(whole())]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
});
