import type { Collection, FileField } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Engine } from '../engine.ts';
import { fieldError } from '../fields/field-errors.ts';
import { cleanImage, findImageFault, type Unclean } from '../files/clean-image.ts';
import { nameUpload } from '../files/name-upload.ts';
import { sniffType } from '../files/sniff-type.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { ApiError, badRequest, type ErrorData, type FieldError } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { UploadedFile } from '../http/route.ts';
import { takeStorage } from '../limits/take-storage.ts';
import type { Random } from '../random.ts';
import { checkUpload, type NamedUpload } from './check-upload.ts';
import type { RecordEvent } from './record-hooks.ts';
import type { ResolvedBody } from './resolve-body.ts';

export type PlannedUpload = {
  key: string;
  bytes: Buffer;
  contentType: string;
  field: string;
  /** The image is encoded again before it is stored. */
  isCleaned: boolean;
};

/**
 * Checks uploads as far as that costs nothing (how many, size, type by content, what an image says of itself) and gives them names, which go into `record`.
 * Nothing is looked through, decoded or stored yet: the caller has that done by `storeUploads` when all else of the request is judged. Strings that name no
 * stored file of the record are refused.
 */
export function planUploads(
  engine: Pick<Engine, 'random'>,
  {
    collection,
    record,
    original,
    resolved,
  }: {
    collection: Collection;
    record: RecordValues;
    original: RecordValues | null;
    resolved: ResolvedBody;
  },
): { plan: PlannedUpload[]; errors: ErrorData } {
  const plan: PlannedUpload[] = [];
  const errors: ErrorData = {};
  const cleaned = new Set(collection.cleanImages);
  for (const field of collection.fields) {
    if (field.type !== 'file') continue;
    const known = listOf(original?.[field.name]);
    const kept = listOf(resolved.values[field.name]);
    const before = resolved.prepended[field.name] ?? [];
    const isCleaned = cleaned.has(field.name);
    const sent = [...before, ...(resolved.uploads[field.name] ?? [])];
    const named = nameUploads(engine.random, { field, sent, isCleaned });
    const error = checkFiles(field, named, { kept, known, isCleaned });
    if (error) errors[field.name] = error;
    for (const { name, type, upload } of named) {
      const key = `${collection.id}/${record.id}/${name}`;
      plan.push({ key, bytes: upload.bytes, contentType: type.type, field: field.name, isCleaned });
    }
    const names = named.map(({ name }) => name);
    if (names.length === 0) continue;
    const list = [...names.slice(0, before.length), ...kept, ...names.slice(before.length)];
    record[field.name] = field.maxSelect > 1 ? list : names.at(-1);
  }
  return { plan, errors };
}

/**
 * Looks through, cleans and stores what was planned, when everything else of the request is judged. Throws 429 when it is more than its author may store in a
 * day, counted before anything is decoded, and 400 at the field of a file that is refused.
 */
export async function storeUploads(
  engine: Engine,
  { auth, system, original, record }: Pick<RecordEvent, 'auth' | 'system' | 'original' | 'record'>,
  { plan: planned, request }: { plan: readonly PlannedUpload[]; request: RuleRequest },
): Promise<void> {
  // A hook that took what matters out of a file took its name out of the record.
  const plan = planned.filter(({ field, key }) => listOf(record[field]).some((name) => key.endsWith(`/${name}`)));
  const sent = bytesOf(plan);
  if (!system) await takeStorage(engine, auth, sent);
  const files: PlannedUpload[] = [];
  for (const upload of plan) {
    const found = await scanUpload(engine, upload);
    const clean = found ?? (await cleanUpload(engine, upload, request));
    if ('code' in clean) {
      throw badRequest(original ? 'Failed to update record.' : 'Failed to create record.', { [upload.field]: clean });
    }
    files.push({ ...upload, bytes: clean.bytes });
  }
  // An image that is larger once it is encoded again takes the rest as well.
  if (!system) await takeStorage(engine, auth, Math.max(0, bytesOf(files) - sent));
  try {
    for (const upload of files) await engine.files.put(upload.key, upload.bytes, upload.contentType);
  } catch (error) {
    for (const upload of files) await engine.files.delete(upload.key);
    throw error;
  }
}

function bytesOf(plan: readonly PlannedUpload[]): number {
  return plan.reduce((sum, upload) => sum + upload.bytes.length, 0);
}

type Sent = { field: FileField; sent: UploadedFile[]; isCleaned: boolean };

// A field for one file takes the last of several. A name may hold what an image does, as a telephone number: of cleaned ones that everybody sees it is the
// field's.
function nameUploads(random: Random, { field, sent, isCleaned }: Sent): NamedUpload[] {
  const uploads = field.maxSelect > 1 ? sent : sent.slice(-1);
  return uploads.map((upload) => {
    const type = sniffType(upload.bytes);
    const name = nameUpload(isCleaned && !field.protected ? field.name : upload.name, type.extension, random);
    return { name, type, upload };
  });
}

const unclean: Record<Unclean, FieldError> = {
  too_many_pixels: { code: 'validation_too_many_pixels', message: 'The image has too many pixels.' },
  too_many_parts: {
    code: 'validation_too_many_image_parts',
    message: 'The image is made of too many parts. Save it again with the usual settings and try again.',
  },
  too_much_work: {
    code: 'validation_image_too_much_work',
    message: 'The image takes too long to read. Save it again in a smaller size and try again.',
  },
  no_image: { code: 'validation_invalid_image', message: 'The image could not be read.' },
};

function countImages(uploads: readonly NamedUpload[]): FieldError | undefined {
  for (const { type, upload } of uploads) {
    const reason = findImageFault(upload.bytes, type.type);
    if (reason) return unclean[reason];
  }
  return undefined;
}

/** Has a file looked through where there is a scanner, as it was sent; throws 503 when it can't say. */
async function scanUpload(
  { scanner, log }: Pick<Engine, 'scanner' | 'log'>,
  { bytes }: PlannedUpload,
): Promise<FieldError | undefined> {
  if (!scanner) return undefined;
  const verdict = await scanner.scan(bytes).catch((cause: Error) => {
    log.error({ err: cause }, 'A file could not be looked through for viruses.');
    const message = 'The server cannot look through files at the moment.';
    throw new ApiError(503, message, {}, { cause, retryAfterMs: 10_000 });
  });
  if (verdict.isClean) return undefined;
  log.warn({ found: verdict.found }, 'A file was refused: the virus scanner found something in it.');
  return { code: 'validation_infected_file', message: 'Invalid file: the virus scanner found something in it.' };
}

/** Encodes an image again where the collection asks for it, or says why it can't. */
async function cleanUpload(
  { foreignWork }: Engine,
  { bytes, contentType, isCleaned }: PlannedUpload,
  request: RuleRequest,
): Promise<{ bytes: Buffer } | FieldError> {
  if (!isCleaned) return { bytes };
  const by = callerOf(request.auth, request.from?.ip);
  const options = { by, signal: request.over?.() };
  const clean = await cleanImage(foreignWork, { bytes, type: contentType }, options);
  return clean.ok ? clean : unclean[clean.reason];
}

type Names = { kept: string[]; known: string[]; isCleaned: boolean };

function checkFiles(field: FileField, uploads: NamedUpload[], { kept, known, isCleaned }: Names) {
  const foreign = kept.filter((name) => !known.includes(name));
  if (foreign.length > 0) return invalidFiles(foreign);
  return checkUploads(field, uploads, kept.length) ?? (isCleaned ? countImages(uploads) : undefined);
}

function invalidFiles(names: string[]): FieldError {
  const invalidFiles = names.map((name) => name.slice(0, 250));
  const message = `Invalid new files: [${invalidFiles.join(' ')}].`;
  return { code: 'validation_invalid_file', message, params: { invalidFiles } };
}

function checkUploads(field: FileField, uploads: NamedUpload[], keptCount: number): FieldError | undefined {
  const maxSelect = Math.max(field.maxSelect, 1);
  const count = (maxSelect > 1 ? keptCount : 0) + uploads.length;
  if (count > maxSelect) {
    return fieldError('validation_too_many_files', 'The maximum allowed files is {maxSelect}.', { maxSelect });
  }
  for (const upload of uploads) {
    const error = checkUpload(field, upload);
    if (error) return error;
  }
  return undefined;
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string' && item !== '');
}
