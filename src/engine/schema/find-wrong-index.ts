import type { Field } from '../collections/collection.ts';
import type { FieldError } from '../http/api-error.ts';
import { type Index, parseIndex } from './parse-index.ts';

type Product = {
  fields: readonly Field[];
  /** Whether the product books its records by itself, so that what speaks against a value comes too late. */
  performs: boolean;
};

const code = 'validation_in_the_way_of_the_product';
/** In characters: PostgreSQL takes 2,704 bytes in an index, and a character has four at most. */
const longestIndexed = 600;

/** True when two index texts say the same of the same columns, whatever they are called. */
export function hasShapeOf(text: string, other: string): boolean {
  const shape = (of: string) => {
    const { isUnique, columns, where } = parseIndex(of);
    const names = columns.map(({ name, collate, sort }) => [name.toLowerCase(), collate.toLowerCase(), sort]);
    // Which addresses and keys are unique is the product's affair, under whatever condition.
    return JSON.stringify([isUnique, names, isUnique ? '' : where.replace(/[`"\s]/g, '').toLowerCase()]);
  };
  return shape(text) === shape(other);
}

/**
 * Why an index of an operator's cannot be on a table that the product writes to: nothing that the product writes may be refused or fail because
 * of it. Undefined when it can.
 */
export function findWrongIndex(text: string, product: Product): FieldError | undefined {
  const index = parseIndex(text);
  const byName = new Map(product.fields.map((field) => [field.name.toLowerCase(), field]));
  const columns = index.columns.map(({ name }) => byName.get(name.toLowerCase()));
  if (columns.includes(undefined) || !isPlainCondition(index.where)) {
    return wrong('On a table of the product’s an index goes by fields, and its WHERE compares them with plain values.');
  }
  const tooLong = columns.find((field) => field && !field.isAdded && maxLengthOf(field) > longestIndexed);
  if (tooLong) return wrong(`The product writes longer texts to ${tooLong.name} than an index takes.`);
  return index.isUnique ? findWrongUnique(index, columns, product.performs) : undefined;
}

function findWrongUnique(
  { where }: Index,
  columns: readonly (Field | undefined)[],
  performs: boolean,
): FieldError | undefined {
  if (performs) return wrong('The product makes records here itself: nothing else of them can be unique.');
  const own = columns.find((field) => !field?.isAdded);
  if (own) return wrong(`The product writes ${own.name} itself: only fields that were added can be unique.`);
  const [first] = columns;
  if (!first || columns.some((field) => field && isLeftOut(field, where))) return undefined;
  return wrong(
    `The product leaves ${first.name} empty: let the index leave empty ones out, with WHERE ${emptyOf(first)}.`,
  );
}

function wrong(message: string): FieldError {
  return { code, message };
}

function maxLengthOf(field: Field): number {
  if (field.type === 'text') return field.max || 5000;
  if (field.type === 'select' && field.maxSelect <= 1) return Math.max(...field.values.map(({ length }) => length), 0);
  if (field.type === 'relation' && field.maxSelect <= 1) return 15;
  return ['number', 'bool', 'date', 'autodate', 'email'].includes(field.type) ? 0 : Number.POSITIVE_INFINITY;
}

const term =
  /^\(*\s*[`"[]?\w+[`"\]]?\s*(?:(?:=|==|!=|<>|<=?|>=?)\s*(?:'[^']*'|-?\d+(?:\.\d+)?|true|false)|is\s+(?:not\s+)?null)\s*\)*$/i;

// Computing may fail on what the product writes; comparing a column with a value of its type cannot.
function isPlainCondition(where: string): boolean {
  return where === '' || termsOf(where).every((each) => term.test(each));
}

function termsOf(where: string): string[] {
  return where.split(/\s(?:and|or)\s/i).map((each) => each.trim());
}

function emptyOf(field: Field): string {
  if (field.type === 'number') return `${field.name} != 0`;
  return field.type === 'date' || field.type === 'json' ? `${field.name} IS NOT NULL` : `${field.name} != ''`;
}

function isLeftOut(field: Field, where: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/[`"[\]\s]/g, '')
      .replace('<>', '!=')
      .toLowerCase();
  return !/\sor\s/i.test(where) && termsOf(where).some((each) => plain(each) === plain(emptyOf(field)));
}
