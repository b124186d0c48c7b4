import type { Collection, Field } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';

const mebibyte = 1024 * 1024;

/**
 * What the body of a record of the collection in a path may have (wire contract, section 22): what any body may, and what its files, texts and
 * JSON may have. Of a guest's only the files of a form come on top of texts and JSON. Without such a collection there is no limit: the call says that
 * it is missing, and reads nothing.
 */
export function recordBodyLimits(engine: Engine): NonNullable<Route['bodyLimits']> {
  return (usual, { params, isGuest }) => {
    const collection = engine.collections.find(params.collection ?? '');
    if (!collection) return { ...usual, bytes: Number.POSITIVE_INFINITY, textBytes: Number.POSITIVE_INFINITY };
    const texts = sumOf(collection, sizeOfText);
    const bytes = usual.bytes + texts + sumOf(collection, sizeOfFiles);
    return { ...usual, bytes, textBytes: isGuest ? usual.textBytes + texts : bytes };
  };
}

function sumOf({ fields }: Collection, sizeOf: (field: Field) => number): number {
  return fields.reduce((sum, field) => sum + sizeOf(field), 0);
}

function sizeOfText(field: Field): number {
  if (field.type === 'editor') return field.maxSize || 5 * mebibyte;
  return field.type === 'json' ? field.maxSize || mebibyte : 0;
}

function sizeOfFiles(field: Field): number {
  return field.type === 'file' ? (field.maxSize || 5 * mebibyte) * Math.max(field.maxSelect, 1) : 0;
}
