import type { FileField } from '../collections/collection.ts';
import { fieldError } from '../fields/field-errors.ts';
import { type FileType, isType } from '../files/sniff-type.ts';
import type { FieldError } from '../http/api-error.ts';
import type { UploadedFile } from '../http/route.ts';

export type NamedUpload = { name: string; type: FileType; upload: UploadedFile };

/** Why a file does not fit its field: too many bytes, or of a type (by content) that the field does not take. Undefined for one that fits. */
export function checkUpload(field: FileField, { name, type, upload }: NamedUpload): FieldError | undefined {
  const maxSize = field.maxSize > 0 ? field.maxSize : 5 * 1024 * 1024;
  if (upload.bytes.length > maxSize) {
    const text = 'Failed to upload {file} - the maximum allowed file size is {maxSize} bytes.';
    return fieldError('validation_file_size_limit', text, { file: cut(upload.name), maxSize });
  }
  const { mimeTypes } = field;
  if (!mimeTypes?.length || mimeTypes.some((wanted) => isType(type, wanted))) return undefined;
  const message = `"${name}" mime type must be one of: ${mimeTypes.join(', ')}.`;
  return { code: 'validation_invalid_mime_type', message };
}

function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}
