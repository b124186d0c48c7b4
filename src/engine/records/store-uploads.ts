import type { Collection, FileField } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { fieldError } from '../fields/field-errors.ts';
import { nameUpload } from '../files/name-upload.ts';
import { sniffType } from '../files/sniff-type.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import type { UploadedFile } from '../http/route.ts';
import type { RecordValues } from './record-hooks.ts';
import type { ResolvedBody } from './resolve-body.ts';

export type PlannedUpload = { key: string; bytes: Buffer; contentType: string };

/**
 * Checks uploads (count, size, type by content) and gives them names, which go into `record`. Nothing is stored yet: the caller stores
 * the plan when the record is valid. Strings that name no stored file of the record are refused.
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
  for (const field of collection.fields) {
    if (field.type !== 'file') continue;
    const uploads = resolved.uploads[field.name] ?? [];
    const kept = listOf(resolved.values[field.name]);
    const foreign = kept.filter((name) => !listOf(original?.[field.name]).includes(name));
    const error = foreign.length > 0 ? invalidFiles(foreign) : checkUploads(field, uploads, kept.length);
    if (error) errors[field.name] = error;
    const names = uploads.map((upload) => {
      const name = nameUpload(upload.name, engine.random);
      const contentType = sniffType(upload.bytes, name);
      plan.push({ key: `${collection.id}/${record.id}/${name}`, bytes: upload.bytes, contentType });
      return name;
    });
    if (names.length > 0) record[field.name] = field.maxSelect > 1 ? [...kept, ...names] : names.at(-1);
  }
  return { plan, errors };
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string' && item !== '');
}

function invalidFiles(names: string[]): FieldError {
  return fieldError('validation_invalid_file', 'Invalid new files: {invalidFiles}.', {
    invalidFiles: names.join(', '),
  });
}

function checkUploads(field: FileField, uploads: UploadedFile[], keptCount: number): FieldError | undefined {
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

function checkUpload(field: FileField, upload: UploadedFile): FieldError | undefined {
  const maxSize = field.maxSize > 0 ? field.maxSize : 5 * 1024 * 1024;
  if (upload.bytes.length > maxSize) {
    const text = 'Failed to upload {file} - the maximum allowed file size is {maxSize} bytes.';
    return fieldError('validation_file_size_limit', text, { file: upload.name, maxSize });
  }
  const type = sniffType(upload.bytes, upload.name).split(';')[0] ?? '';
  if (!field.mimeTypes?.length || field.mimeTypes.includes(type)) return undefined;
  return fieldError(
    'validation_invalid_mime_type',
    `${upload.name} mime type must be one of: ${field.mimeTypes.join(', ')}.`,
  );
}
