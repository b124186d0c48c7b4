import type { FastifyRequest } from 'fastify';
import { ApiError, badRequest } from './api-error.ts';
import { addFormValue, inferValue } from './infer-value.ts';
import { parseFirstJson } from './parse-first-json.ts';
import type { RequestBody } from './route.ts';

const unreadable = 'An error occurred while loading the submitted data.';

/**
 * Reads a request's body once (wire contract, section 1). Throws 400 with `malformed` when it cannot be read, 413 when it is over
 * `limitBytes`.
 */
export async function readBody(
  request: FastifyRequest,
  limitBytes: number,
  malformed = unreadable,
): Promise<RequestBody> {
  try {
    return await parseBody(request, limitBytes);
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    throw new ApiError(400, malformed, {}, { cause: error });
  }
}

class MalformedBody extends Error {}

async function parseBody(request: FastifyRequest, limitBytes: number): Promise<RequestBody> {
  const contentType = (request.headers['content-type'] ?? '').toLowerCase();
  if (request.headers['content-length'] === '0') return { fields: {}, files: {} };
  if (contentType.startsWith('multipart/form-data')) return readMultipart(request, limitBytes);
  const bytes = await readBytes(request, limitBytes);
  if (bytes.length === 0) return { fields: {}, files: {} };
  const text = bytes.toString('utf8');
  if (contentType.startsWith('application/json')) return { fields: parseObject(text), files: {} };
  if (contentType.startsWith('application/x-www-form-urlencoded')) return { fields: parseForm(text), files: {} };
  // Taken as a type, never as values, as in the reference.
  if (/^(?:text|application)\/xml/.test(contentType)) throw new MalformedBody('The body is XML.');
  throw badRequest('Unsupported Content-Type.');
}

async function readBytes(request: FastifyRequest, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early must not cut the connection the refusal goes out on.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function tooLarge(): ApiError {
  return new ApiError(413, 'Request entity too large.');
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseFirstJson(text);
  } catch (error) {
    throw new MalformedBody('The body is no JSON.', { cause: error });
  }
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new MalformedBody('The body is no JSON object.');
  return value as Record<string, unknown>;
}

function parseForm(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const payloads: string[] = [];
  for (const [key, value] of new URLSearchParams(text)) {
    if (key === '@jsonPayload') payloads.push(value);
    else addFormValue(fields, key, inferValue(value));
  }
  return mergePayloads(fields, payloads);
}

function mergePayloads(fields: Record<string, unknown>, payloads: string[]): Record<string, unknown> {
  for (const payload of payloads) Object.assign(fields, parseObject(payload));
  return fields;
}

async function readMultipart(request: FastifyRequest, limitBytes: number): Promise<RequestBody> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  const body: RequestBody = { fields: {}, files: {} };
  // The client may send @jsonPayload after the files, so parts are collected before they are read.
  const payloads: string[] = [];
  let size = 0;
  try {
    for await (const part of request.parts({
      preservePath: true,
      limits: { fileSize: limitBytes, fieldSize: limitBytes, fields: 5000, files: 500 },
    })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        size += bytes.length;
        const known = body.files[part.fieldname] ?? [];
        body.files[part.fieldname] = [...known, { name: baseName(part.filename), type: part.mimetype, bytes }];
      } else if (part.fieldname === '@jsonPayload') payloads.push(String(part.value));
      else addFormValue(body.fields, part.fieldname, inferValue(String(part.value)));
      if (size > limitBytes) throw tooLarge();
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isTooLarge(error)) throw tooLarge();
    throw new MalformedBody('The body is no multipart form.', { cause: error });
  }
  mergePayloads(body.fields, payloads);
  return body;
}

// Whatever a client says of folders is dropped; a backslash is part of a name.
function baseName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 413;
}
