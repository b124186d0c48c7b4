import { createHash } from 'node:crypto';
import type { Answer, RequestContext } from '../http/route.ts';
import { type ByteRange, readRanges } from './read-ranges.ts';

type Served = { bytes: Buffer; modifiedMs: number; headers: Record<string, string> };
type Headers = RequestContext['headers'];

/**
 * Answers bytes as a static file, as Go's `http.ServeContent` does: `Last-Modified`, 304 for an unchanged one, 412 where it should be another,
 * one `Range` (206), several as parts, or 416.
 */
export function serveBytes(request: RequestContext, { bytes, modifiedMs, headers }: Served): Answer {
  const modified = new Date(modifiedMs).toUTCString();
  const { 'Content-Type': contentType = '', ...rest } = headers;
  const unchanged = { ...rest, 'Last-Modified': modified };
  const all = { ...headers, 'Last-Modified': modified, 'Accept-Ranges': 'bytes' };
  const state = judge(request.headers, modifiedMs);
  if (state === 'other') return { status: 412, headers: { ...headers, 'Last-Modified': modified } };
  if (state === 'same') return { status: 304, headers: unchanged };
  const condition = request.headers.if_range;
  const asked = condition === undefined || condition === modified ? request.headers.range : undefined;
  const ranges = readRanges(asked, bytes.length);
  if (ranges === 'invalid' || ranges === 'outside') return refuse(ranges, rest, bytes.length);
  const [first, second] = ranges;
  if (!first) return { status: 200, body: bytes, headers: all };
  if (second) return answerParts(ranges, { bytes, contentType, headers: all });
  const part = { ...all, 'Content-Range': rangeText(first, bytes.length) };
  return { status: 206, body: bytes.subarray(first.from, first.from + first.length), headers: part };
}

// A file has no ETag of its own: whoever names one means another file, whoever takes any has this one.
function judge(headers: Headers, modifiedMs: number): 'same' | 'other' | 'wanted' {
  const { if_match: match, if_none_match: noneMatch } = headers;
  const modifiedSecond = Math.floor(modifiedMs / 1000) * 1000;
  if (match) {
    if (match.trim() !== '*') return 'other';
  } else if (Date.parse(headers.if_unmodified_since ?? '') < modifiedSecond) return 'other';
  if (noneMatch) return noneMatch.trim() === '*' ? 'same' : 'wanted';
  return Date.parse(headers.if_modified_since ?? '') >= modifiedSecond ? 'same' : 'wanted';
}

function refuse(reason: 'invalid' | 'outside', headers: Record<string, string>, size: number): Answer {
  const { 'Cache-Control': _, ...kept } = headers;
  const where = reason === 'outside' ? { 'Content-Range': `bytes */${size}` } : {};
  const body = reason === 'outside' ? 'invalid range: failed to overlap\n' : 'invalid range\n';
  return { status: 416, body, headers: { ...kept, ...where, 'Content-Type': 'text/plain; charset=utf-8' } };
}

function rangeText({ from, length }: ByteRange, size: number): string {
  return `bytes ${from}-${from + length - 1}/${size}`;
}

type Whole = { bytes: Buffer; contentType: string; headers: Record<string, string> };

function answerParts(ranges: readonly ByteRange[], { bytes, contentType, headers }: Whole): Answer {
  const boundary = createHash('sha256').update(bytes).digest('hex').slice(0, 60);
  const parts = ranges.flatMap((range, index) => {
    const head = `Content-Range: ${rangeText(range, bytes.length)}\r\nContent-Type: ${contentType}\r\n\r\n`;
    const start = `${index > 0 ? '\r\n' : ''}--${boundary}\r\n${head}`;
    return [Buffer.from(start), bytes.subarray(range.from, range.from + range.length)];
  });
  const body = Buffer.concat([...parts, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { status: 206, body, headers: { ...headers, 'Content-Type': `multipart/byteranges; boundary=${boundary}` } };
}
