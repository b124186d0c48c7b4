import type { Collection, Field } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';

const mebibyte = 1024 * 1024;

/**
 * The most bytes the body of a record of the collection in a path may have (wire contract, section 22): 32 MiB and what its files, texts
 * and JSON may have. Without such a collection there is no limit: the call says that it is missing.
 */
export function recordBodyLimit(engine: Engine): (params: Record<string, string>) => number {
  return (params) => {
    const collection = engine.collections.find(params.collection ?? '');
    return collection ? 32 * mebibyte + sizeOfFields(collection) : Number.POSITIVE_INFINITY;
  };
}

function sizeOfFields({ fields }: Collection): number {
  return fields.reduce((sum, field) => sum + sizeOfField(field), 0);
}

function sizeOfField(field: Field): number {
  if (field.type === 'file') return (field.maxSize || 5 * mebibyte) * Math.max(field.maxSelect, 1);
  if (field.type === 'editor') return field.maxSize || 5 * mebibyte;
  return field.type === 'json' ? field.maxSize || mebibyte : 0;
}
