import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { OpenedFile } from '../files/file-store.ts';
import type { Answer, RequestContext } from '../http/route.ts';
import { type ByteRange, readRanges } from './read-ranges.ts';

type Served = { file: OpenedFile; headers: Record<string, string> };
type Headers = RequestContext['headers'];

/**
 * Answers an opened file as a static one, as Go's `http.ServeContent` does: `Last-Modified`, 304 for an unchanged one, 412 where it should be another,
 * one `Range` (206), several as parts, or 416. It is read no faster than it is taken.
 */
export function serveBytes(request: RequestContext, { file, headers }: Served): Answer {
  const { size, modifiedMs } = file;
  const modified = new Date(modifiedMs).toUTCString();
  const { 'Content-Type': contentType = '', ...rest } = headers;
  const unchanged = { ...rest, 'Last-Modified': modified };
  const all = { ...headers, 'Last-Modified': modified, 'Accept-Ranges': 'bytes' };
  const state = judge(request.headers, modifiedMs);
  if (state === 'other') return { status: 412, headers: { ...headers, 'Last-Modified': modified } };
  if (state === 'same') return { status: 304, headers: unchanged };
  const condition = request.headers.if_range;
  const asked = condition === undefined || condition === modified ? request.headers.range : undefined;
  const found = readRanges(asked, size);
  // No part of an empty file can be named: who asks for one of every answer has it whole.
  const ranges = found === 'outside' && size === 0 ? [] : found;
  if (ranges === 'invalid' || ranges === 'outside') return refuse(ranges, rest, size);
  const [first, second] = ranges;
  if (second) return answerParts(request, ranges, { file, contentType, headers: all });
  const { from, length } = first ?? { from: 0, length: size };
  const part = first ? { 'Content-Range': rangeText(first, size) } : {};
  const body = request.method === 'HEAD' ? Readable.from([]) : file.read(from, length);
  return { status: first ? 206 : 200, body, headers: { ...all, ...part, 'Content-Length': String(length) } };
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

type Whole = { file: OpenedFile; contentType: string; headers: Record<string, string> };

function answerParts(
  { method }: RequestContext,
  ranges: readonly ByteRange[],
  { file, contentType, headers }: Whole,
): Answer {
  const boundary = randomBytes(30).toString('hex');
  const heads = ranges.map((range, index) => {
    const head = `Content-Range: ${rangeText(range, file.size)}\r\nContent-Type: ${contentType}\r\n\r\n`;
    return `${index > 0 ? '\r\n' : ''}--${boundary}\r\n${head}`;
  });
  const end = `\r\n--${boundary}--\r\n`;
  const length = Buffer.byteLength(heads.join('') + end) + ranges.reduce((sum, range) => sum + range.length, 0);
  const parts = async function* () {
    for (const [index, range] of ranges.entries()) {
      yield Buffer.from(heads[index] ?? '');
      yield* file.read(range.from, range.length);
    }
    yield Buffer.from(end);
  };
  const body = Readable.from(method === 'HEAD' ? [] : parts());
  const type = `multipart/byteranges; boundary=${boundary}`;
  return { status: 206, body, headers: { ...headers, 'Content-Type': type, 'Content-Length': String(length) } };
}
