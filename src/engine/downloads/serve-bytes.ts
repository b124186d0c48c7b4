import type { Answer, RequestContext } from '../http/route.ts';

type Served = { bytes: Buffer; modifiedMs: number; headers: Record<string, string> };

/**
 * Answers bytes as a static file: `Last-Modified`, 304 for an unchanged one, one `Range` (206, or 416 when it lies outside). Several ranges
 * at once get the whole, as the standard allows.
 */
export function serveBytes(request: RequestContext, { bytes, modifiedMs, headers }: Served): Answer {
  const modified = new Date(modifiedMs).toUTCString();
  const all = { ...headers, 'Last-Modified': modified, 'Accept-Ranges': 'bytes' };
  const since = Date.parse(request.headers.if_modified_since ?? '');
  if (since >= Math.floor(modifiedMs / 1000) * 1000) return { status: 304, headers: { 'Last-Modified': modified } };
  const condition = request.headers.if_range;
  const range = condition === undefined || condition === modified ? request.headers.range : undefined;
  const match = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return { status: 200, body: bytes, headers: all };
  const { from, to } = boundsOf(match[1] ?? '', match[2] ?? '', bytes.length);
  if (from >= bytes.length || from > to) {
    const outside = { 'Content-Range': `bytes */${bytes.length}`, 'Content-Type': 'text/plain; charset=utf-8' };
    return { status: 416, body: 'invalid range: failed to overlap\n', headers: outside };
  }
  const part = { ...all, 'Content-Range': `bytes ${from}-${to}/${bytes.length}` };
  return { status: 206, body: bytes.subarray(from, to + 1), headers: part };
}

function boundsOf(first: string, last: string, size: number): { from: number; to: number } {
  if (first === '') return { from: Math.max(0, size - Number(last)), to: size - 1 };
  return { from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
