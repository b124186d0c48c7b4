import { nameUpload } from '../files/name-upload.ts';
import { sniffType } from '../files/sniff-type.ts';
import { badRequest, type ErrorData, type FieldError } from '../http/api-error.ts';
import type { RequestBody, UploadedFile } from '../http/route.ts';
import type { Random } from '../random.ts';

/** One call of a batch, as it was sent. */
export type BatchItem = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: RequestBody;
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const maxUrlBytes = 2000;
const required: FieldError = { code: 'validation_required', message: 'Cannot be blank.' };

/**
 * The calls of a batch (wire contract, section 16): `requests` as JSON, files in multipart parts named `requests.N.field` or
 * `requests[N].field`. Throws 400: for what is no list of calls without more, else with a code at each wrong part.
 */
export function readBatch(
  body: RequestBody,
  { maxRequests, random }: { maxRequests: number; random: Random },
): BatchItem[] {
  const sent = body.fields.requests ?? [];
  if (!Array.isArray(sent)) throw unreadable();
  const items = sent.map((item, index) => readItem(item, filesOf(body.files, index, random)));
  if (items.length === 0) throw invalid({ requests: required });
  if (items.length > maxRequests) throw invalid({ requests: tooLong(maxRequests) });
  const errors: ErrorData = {};
  for (const [index, item] of items.entries()) {
    const error = checkItem(item);
    if (Object.keys(error).length > 0) errors[String(index)] = error;
  }
  if (Object.keys(errors).length > 0) throw invalid({ requests: errors });
  return items;
}

function readItem(item: unknown, files: Record<string, UploadedFile[]>): BatchItem {
  if (!isObject(item)) throw unreadable();
  const { method, url, headers, body } = item;
  return {
    method: readText(method),
    url: readText(url),
    headers: readHeaders(headers ?? {}),
    body: { fields: readFields(body), files },
  };
}

function readText(value: unknown): string {
  const text = value ?? '';
  if (typeof text !== 'string') throw unreadable();
  return text;
}

function readHeaders(headers: unknown): Record<string, string> {
  if (!isObject(headers)) throw unreadable();
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, readText(value)]));
}

function readFields(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (!isObject(body)) throw unreadable();
  return body;
}

function filesOf(files: RequestBody['files'], index: number, random: Random): Record<string, UploadedFile[]> {
  const own: Record<string, UploadedFile[]> = {};
  for (const [name, uploads] of Object.entries(files)) {
    const prefix = [`requests.${index}.`, `requests[${index}].`].find((start) => name.startsWith(start));
    if (prefix === undefined) continue;
    const field = name.slice(prefix.length);
    own[field] = [...(own[field] ?? []), ...uploads.map((upload) => named(upload, random))];
  }
  return own;
}

// The reference names an upload once as it comes in with the batch, and again as it comes in with its call.
function named(upload: UploadedFile, random: Random): UploadedFile {
  return { ...upload, name: nameUpload(upload.name, sniffType(upload.bytes).extension, random) };
}

function checkItem({ method, url }: BatchItem): ErrorData {
  const errors: ErrorData = {};
  if (method === '') errors.method = required;
  else if (!methods.includes(method))
    errors.method = { code: 'validation_in_invalid', message: 'Must be a valid value.' };
  if (url === '') errors.url = required;
  else if (Buffer.byteLength(url) > maxUrlBytes) errors.url = tooLong(maxUrlBytes);
  return errors;
}

function tooLong(max: number): FieldError {
  const message = `The length must be no more than ${max}.`;
  return { code: 'validation_length_too_long', message, params: { max, min: 0 } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable() {
  return badRequest('Failed to read the submitted batch data.');
}

function invalid(errors: ErrorData) {
  return badRequest('Invalid batch request data.', errors);
}
