import { isAscii } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { ApiError, badRequest } from './api-error.ts';
import type { BodyLimits, HeldBytes } from './body-limits.ts';
import { type CollectedBytes, collectBytes } from './collect-bytes.ts';
import { createFormValues } from './form-values.ts';
import { type BodyPace, paceBody } from './pace-body.ts';
import { type JsonAllowance, JsonTooDeep, parseFirstJson } from './parse-json.ts';
import { type MultipartBody, readMultipart } from './read-multipart.ts';
import { isWellEncoded } from './read-query.ts';
import type { RequestBody } from './route.ts';

const unreadable = 'An error occurred while loading the submitted data.';

/** How a body is read: within which limits, where the memory for it is asked for, and how fast it must come. */
export type BodyReading = { limits: BodyLimits; held: HeldBytes | undefined; pace?: BodyPace | undefined };

/**
 * Reads a request's body once (wire contract, section 1). Everything is counted while it comes in and before anything is built of it. Throws 400
 * with `malformed` when it cannot be read or has too many parts, 413 when it is too large, 408 when it comes too slowly.
 */
export async function readBody(
  request: FastifyRequest,
  reading: BodyReading,
  malformed = unreadable,
): Promise<RequestBody> {
  try {
    return await parseBody(request, reading);
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    const message = error.cause instanceof JsonTooDeep ? error.cause.message : malformed;
    throw new ApiError(400, message, {}, { cause: error });
  }
}

/** 413, as the reference words it. */
export function bodyTooLarge(cause?: unknown): ApiError {
  return new ApiError(413, 'Request entity too large.', {}, { cause });
}

class MalformedBody extends Error {}

async function parseBody(request: FastifyRequest, reading: BodyReading): Promise<RequestBody> {
  const contentType = (request.headers['content-type'] ?? '').toLowerCase();
  const { limits } = reading;
  if (request.headers['content-length'] === '0') return { fields: {}, files: {} };
  if (contentType.startsWith('multipart/form-data')) return readParts(request, reading);
  const text = textOf(await collectBody(request, reading), reading);
  if (text === '') return { fields: {}, files: {} };
  const allowance = allowanceOf(reading);
  if (contentType.startsWith('application/json')) return { fields: parseObject(text, allowance), files: {} };
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return { fields: parseForm(text, limits, allowance), files: {} };
  }
  // Taken as a type, never as values, as in the reference.
  if (/^(?:text|application)\/xml/.test(contentType)) throw new MalformedBody('The body is XML.');
  throw badRequest('Unsupported Content-Type.');
}

function allowanceOf({ limits: { elements, levels }, held }: BodyReading): JsonAllowance {
  return { elements, levels, ...(held && { build: held.build }) };
}

/**
 * A body as text, in place of its bytes: where it is more than ASCII, it takes two bytes for a character. What is built of it takes as much once more.
 */
function textOf(collected: CollectedBytes, { held }: BodyReading): string {
  const bytes = collected.bytes();
  const timesInMemory = isAscii(bytes) ? 2 : 4;
  held?.build((timesInMemory - 1) * bytes.length);
  const text = bytes.toString('utf8');
  collected.free();
  return text;
}

/** What is sent, piece by piece; refused at the first that is too much. */
async function* countBytes(request: FastifyRequest, { limits, held, pace }: BodyReading): AsyncGenerator<Buffer> {
  let size = 0;
  // Leaving the loop early must not cut the connection the refusal goes out on.
  try {
    for await (const chunk of paceBody(request.raw.iterator({ destroyOnReturn: false }), pace)) {
      size += chunk.length;
      if (size > limits.bytes) throw bodyTooLarge();
      held?.take(chunk.length);
      yield chunk;
    }
  } finally {
    // What is left of a body that was refused in the middle is passed over: until it is, the connection has no place for the next request.
    request.raw.resume();
  }
}

/** A body as it came. Throws 413 when it is too large. */
export async function readBytes(request: FastifyRequest, reading: BodyReading): Promise<Buffer> {
  return (await collectBody(request, reading)).bytes();
}

async function collectBody(request: FastifyRequest, reading: BodyReading): Promise<CollectedBytes> {
  const { bytes, textBytes } = reading.limits;
  const most = Math.min(bytes, textBytes);
  const announced = Number(request.headers['content-length'] ?? most);
  if (announced > most) throw bodyTooLarge();
  const collected = collectBytes(announced);
  for await (const chunk of countBytes(request, { ...reading, limits: { ...reading.limits, bytes: most } }))
    collected.add(chunk);
  return collected;
}

function parseObject(text: string, allowance: JsonAllowance): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseFirstJson(text, allowance);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new MalformedBody('The body is no JSON, or has too much in it.', { cause: error });
  }
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new MalformedBody('The body is no JSON object.');
  return value as Record<string, unknown>;
}

function parseForm(text: string, { keys }: BodyLimits, allowance: JsonAllowance): Record<string, unknown> {
  if (!isWellEncoded(text)) throw badRequest();
  let pairs = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    pairs++;
    if (pairs > keys) throw new MalformedBody('The form has too many values.');
  }
  return fieldsOf(new URLSearchParams(text), allowance);
}

function fieldsOf(pairs: Iterable<[string, string]>, allowance: JsonAllowance): Record<string, unknown> {
  const values = createFormValues();
  // The client may send @jsonPayload before other values, and it still goes over them.
  const payloads: string[] = [];
  for (const [key, text] of pairs) {
    if (key === '@jsonPayload') payloads.push(text);
    else values.add(key, text);
  }
  for (const payload of payloads) values.merge(parseObject(payload, allowance));
  return values.fields();
}

async function readParts(request: FastifyRequest, reading: BodyReading): Promise<RequestBody> {
  const { limits } = reading;
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw bodyTooLarge();
  const { texts, files } = await readMultipartBody(request, reading);
  return { fields: fieldsOf(texts, allowanceOf(reading)), files: Object.fromEntries(files) };
}

async function readMultipartBody(request: FastifyRequest, reading: BodyReading): Promise<MultipartBody> {
  let isEmpty = true;
  const bytes = async function* () {
    for await (const chunk of countBytes(request, reading)) {
      isEmpty = false;
      yield chunk;
    }
  };
  const headers = { ...request.headers, 'content-type': request.headers['content-type'] ?? '' };
  try {
    return await readMultipart({ headers, bytes: bytes(), limits: reading.limits, tooLarge: bodyTooLarge });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isEmpty && isUnexpectedEnd(error)) return { texts: [], files: new Map() };
    throw new MalformedBody('The body is no multipart form.', { cause: error });
  }
}

// An empty body is an empty form.
function isUnexpectedEnd(error: unknown): boolean {
  return error instanceof Error && error.message === 'Unexpected end of multipart data';
}
