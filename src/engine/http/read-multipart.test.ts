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
