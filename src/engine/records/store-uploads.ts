import type { Collection, FileField } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Engine } from '../engine.ts';
import { fieldError } from '../fields/field-errors.ts';
import { cleanImage } from '../files/clean-image.ts';
import { nameUpload } from '../files/name-upload.ts';
import { sniffType } from '../files/sniff-type.ts';
import { ApiError, type ErrorData, type FieldError } from '../http/api-error.ts';
import type { UploadedFile } from '../http/route.ts';
import { takeStorage } from '../limits/take-storage.ts';
import type { Random } from '../random.ts';
import { checkUpload, type NamedUpload } from './check-upload.ts';
import type { RecordEvent } from './record-hooks.ts';
import type { ResolvedBody } from './resolve-body.ts';

export type PlannedUpload = { key: string; bytes: Buffer; contentType: string };

/**
 * Checks uploads (count, size, type by content, what the scanner says), cleans images and gives them names, which go into `record`. Nothing is stored yet: the caller stores
 * the plan when the record is valid. Strings that name no stored file of the record are refused.
 */
export async function planUploads(
  engine: Pick<Engine, 'random' | 'scanner' | 'log'>,
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
): Promise<{ plan: PlannedUpload[]; errors: ErrorData }> {
  const plan: PlannedUpload[] = [];
  const errors: ErrorData = {};
  for (const field of collection.fields) {
    if (field.type !== 'file') continue;
    const known = listOf(original?.[field.name]);
    const kept = listOf(resolved.values[field.name]);
    const before = resolved.prepended[field.name] ?? [];
    const named = nameUploads(engine.random, field, [...before, ...(resolved.uploads[field.name] ?? [])]);
    const error =
      checkFiles(field, named, { kept, known }) ??
      (await scanUploads(engine, named)) ??
      (await cleanUploads(collection, field, named));
    if (error) errors[field.name] = error;
    for (const { name, type, upload } of named) {
      plan.push({ key: `${collection.id}/${record.id}/${name}`, bytes: upload.bytes, contentType: type.type });
    }
    const names = named.map(({ name }) => name);
    if (names.length === 0) continue;
    const list = [...names.slice(0, before.length), ...kept, ...names.slice(before.length)];
    record[field.name] = field.maxSelect > 1 ? list : names.at(-1);
  }
  return { plan, errors };
}

/** Stores what was planned for a valid record; throws 429 when it is more than its author may store in a day. */
export async function storeUploads(
  engine: Engine,
  { auth, system }: Pick<RecordEvent, 'auth' | 'system'>,
  plan: readonly PlannedUpload[],
): Promise<void> {
  const bytes = plan.reduce((sum, upload) => sum + upload.bytes.length, 0);
  if (!system) await takeStorage(engine, auth, bytes);
  try {
    for (const upload of plan) await engine.files.put(upload.key, upload.bytes, upload.contentType);
  } catch (error) {
    for (const upload of plan) await engine.files.delete(upload.key);
    throw error;
  }
}

// A field for one file takes the last of several.
function nameUploads(random: Random, field: FileField, sent: UploadedFile[]): NamedUpload[] {
  const uploads = field.maxSelect > 1 ? sent : sent.slice(-1);
  return uploads.map((upload) => {
    const type = sniffType(upload.bytes);
    return { name: nameUpload(upload.name, type.extension, random), type, upload };
  });
}

const unclean = {
  too_many_pixels: { code: 'validation_too_many_pixels', message: 'The image has too many pixels.' },
  no_image: { code: 'validation_invalid_image', message: 'The image could not be read.' },
};

/** Has files looked through where there is a scanner, as they were sent; throws 503 when it can't say. */
async function scanUploads(
  { scanner, log }: Pick<Engine, 'scanner' | 'log'>,
  uploads: readonly NamedUpload[],
): Promise<FieldError | undefined> {
  if (!scanner) return undefined;
  for (const { upload } of uploads) {
    const verdict = await scanner.scan(upload.bytes).catch((cause: Error) => {
      log.error({ err: cause }, 'A file could not be looked through for viruses.');
      throw new ApiError(
        503,
        'The server cannot look through files at the moment.',
        {},
        { cause, retryAfterMs: 10_000 },
      );
    });
    if (verdict.isClean) continue;
    log.warn({ found: verdict.found }, 'A file was refused: the virus scanner found something in it.');
    return { code: 'validation_infected_file', message: 'Invalid file: the virus scanner found something in it.' };
  }
  return undefined;
}

/** Writes images anew where the collection asks for it; answers why one of them cannot be. */
async function cleanUploads(
  { cleanImages }: Collection,
  field: FileField,
  uploads: NamedUpload[],
): Promise<FieldError | undefined> {
  if (!cleanImages?.includes(field.name)) return undefined;
  for (const named of uploads) {
    const clean = await cleanImage(named.upload.bytes, named.type.type);
    if (!clean.ok) return unclean[clean.reason];
    named.upload = { ...named.upload, bytes: clean.bytes };
  }
  return undefined;
}

type Names = { kept: string[]; known: string[] };

function checkFiles(field: FileField, uploads: NamedUpload[], { kept, known }: Names): FieldError | undefined {
  const foreign = kept.filter((name) => !known.includes(name));
  return foreign.length > 0 ? invalidFiles(foreign) : checkUploads(field, uploads, kept.length);
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
