import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openBytes } from '../files/file-store.ts';
import type { RequestContext } from '../http/route.ts';
import { serveBytes } from './serve-bytes.ts';

const modifiedMs = Date.parse('2026-03-01T10:00:00.700Z');
const file = openBytes({ bytes: Buffer.from('0123456789'), contentType: 'text/plain', modifiedMs });
const served = { file, headers: { 'Content-Type': 'text/plain' } };

async function ask(headers: Record<string, string>, asked = served) {
  const { status, body, headers: answered } = serveBytes({ headers } as unknown as RequestContext, asked);
  return {
    status,
    body: body instanceof Readable ? await text(body) : body?.toString(),
    range: answered?.['Content-Range'],
  };
}

describe('serveBytes', () => {
  it('answers the whole without a range, and for more than there is', async () => {
    const whole = { status: 200, body: '0123456789', range: undefined };
    expect(await ask({})).toEqual(whole);
    expect(await ask({ range: 'bytes=0-9,0-9' })).toEqual(whole);
    expect(await ask({ range: 'bytes=2-3', if_range: 'Sun, 01 Mar 2020 10:00:00 GMT' })).toEqual(whole);
  });

  it('answers one range, also from the end and past it', async () => {
    expect(await ask({ range: 'bytes=2-4' })).toEqual({ status: 206, body: '234', range: 'bytes 2-4/10' });
    expect(await ask({ range: 'bytes=7-' })).toEqual({ status: 206, body: '789', range: 'bytes 7-9/10' });
    expect(await ask({ range: 'bytes=-3' })).toEqual({ status: 206, body: '789', range: 'bytes 7-9/10' });
    expect(await ask({ range: 'bytes=8-99' })).toEqual({ status: 206, body: '89', range: 'bytes 8-9/10' });
  });

  it('answers an empty file whole, whatever part is asked for', async () => {
    const empty = { ...served, file: openBytes({ bytes: Buffer.alloc(0), contentType: 'text/plain', modifiedMs }) };
    expect(await ask({ range: 'bytes=0-1' }, empty)).toEqual({ status: 200, body: '', range: undefined });
    expect(await ask({ range: 'x' }, empty)).toMatchObject({ status: 416 });
  });

  it('answers several ranges as parts', async () => {
    const { status, body = '' } = await ask({ range: 'bytes=0-1, 4-5' });
    expect(status).toBe(206);
    const [boundary] = body.split('\r\n');
    expect(body).toBe(
      `${boundary}\r\nContent-Range: bytes 0-1/10\r\nContent-Type: text/plain\r\n\r\n01\r\n` +
        `${boundary}\r\nContent-Range: bytes 4-5/10\r\nContent-Type: text/plain\r\n\r\n45\r\n${boundary}--\r\n`,
    );
  });

  it('refuses a range outside and what is none', async () => {
    expect(await ask({ range: 'bytes=10-' })).toMatchObject({ status: 416, range: 'bytes */10' });
    for (const range of ['bytes=5-2', 'bytes=-', 'bytes=a-b', 'chars=0-1']) {
      expect(await ask({ range })).toEqual({ status: 416, body: 'invalid range\n', range: undefined });
    }
    expect(await ask({ range: 'bytes=-0' })).toEqual({ status: 206, body: '', range: 'bytes 10-9/10' });
  });

  it('answers 304 for a file that has not changed since', async () => {
    expect((await ask({ if_modified_since: 'Sun, 01 Mar 2026 10:00:00 GMT' })).status).toBe(304);
    expect((await ask({ if_modified_since: 'Sun, 01 Mar 2026 09:59:59 GMT' })).status).toBe(200);
  });

  it('answers 304 to whoever has any version, and 412 where another is meant', async () => {
    expect((await ask({ if_none_match: '*' })).status).toBe(304);
    expect((await ask({ if_none_match: '"x"', if_modified_since: 'Sun, 01 Mar 2026 10:00:00 GMT' })).status).toBe(200);
    expect((await ask({ if_match: '"x"' })).status).toBe(412);
    expect((await ask({ if_match: '*' })).status).toBe(200);
    expect((await ask({ if_unmodified_since: 'Sun, 01 Mar 2026 09:59:59 GMT' })).status).toBe(412);
    expect((await ask({ if_unmodified_since: 'Sun, 01 Mar 2026 10:00:00 GMT' })).status).toBe(200);
  });
});
