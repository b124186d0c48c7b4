import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../http/route.ts';
import { serveBytes } from './serve-bytes.ts';

const modifiedMs = Date.parse('2026-03-01T10:00:00.700Z');
const served = { bytes: Buffer.from('0123456789'), modifiedMs, headers: { 'Content-Type': 'text/plain' } };

function ask(headers: Record<string, string>) {
  const { status, body, headers: answered } = serveBytes({ headers } as unknown as RequestContext, served);
  return { status, body: body === undefined ? undefined : String(body), range: answered?.['Content-Range'] };
}

describe('serveBytes', () => {
  it('answers the whole without a range, and for a range that it does not know', () => {
    const whole = { status: 200, body: '0123456789', range: undefined };
    expect(ask({})).toEqual(whole);
    expect(ask({ range: 'bytes=-' })).toEqual(whole);
    expect(ask({ range: 'bytes=0-1,4-5' })).toEqual(whole);
    expect(ask({ range: 'bytes=2-3', if_range: 'Sun, 01 Mar 2020 10:00:00 GMT' })).toEqual(whole);
  });

  it('answers one range, also from the end and past it', () => {
    expect(ask({ range: 'bytes=2-4' })).toEqual({ status: 206, body: '234', range: 'bytes 2-4/10' });
    expect(ask({ range: 'bytes=7-' })).toEqual({ status: 206, body: '789', range: 'bytes 7-9/10' });
    expect(ask({ range: 'bytes=-3' })).toEqual({ status: 206, body: '789', range: 'bytes 7-9/10' });
    expect(ask({ range: 'bytes=8-99' })).toEqual({ status: 206, body: '89', range: 'bytes 8-9/10' });
  });

  it('refuses a range outside', () => {
    expect(ask({ range: 'bytes=10-' })).toMatchObject({ status: 416, range: 'bytes */10' });
    expect(ask({ range: 'bytes=5-2' })).toMatchObject({ status: 416 });
  });

  it('answers 304 for a file that has not changed since', () => {
    expect(ask({ if_modified_since: 'Sun, 01 Mar 2026 10:00:00 GMT' }).status).toBe(304);
    expect(ask({ if_modified_since: 'Sun, 01 Mar 2026 09:59:59 GMT' }).status).toBe(200);
  });
});
