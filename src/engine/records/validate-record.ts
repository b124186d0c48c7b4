import { type Collection, isMultiple, type RelationField } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { fieldError, required } from '../fields/field-errors.ts';
import { validateValue } from '../fields/validate-value.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import { addedIds, idsOf } from './named-records.ts';

/**
 * All field refusals of a record (wire contract, section 9). Unchanged relations are not looked up again. `skip` names fields that were
 * judged elsewhere.
 */
export async function validateRecord(
  engine: Engine,
  {
    collection,
    record,
    original,
    skip,
  }: {
    collection: Collection;
    record: RecordValues;
    original: RecordValues | null;
    skip?: ReadonlySet<string>;
  },
): Promise<ErrorData> {
  const errors: ErrorData = {};
  for (const field of collection.fields) {
    if (skip?.has(field.name)) continue;
    const value = record[field.name];
    const error =
      field.type === 'relation'
        ? await validateRelation(engine, engine.db, { field, value, before: original?.[field.name] })
        : field.type === 'file'
          ? validateFile(field.required, value)
          : validateValue(field, value);
    if (error) errors[field.name] = error;
  }
  return errors;
}

function validateFile(isRequired: boolean, value: unknown): FieldError | undefined {
  return isRequired && idsOf(value).length === 0 ? required : undefined;
}

/** The refusals of the relations alone, as `db` sees what they name. */
export async function validateRelations(
  engine: Engine,
  db: Queryable,
  { collection, record, original }: { collection: Collection; record: RecordValues; original: RecordValues | null },
): Promise<ErrorData> {
  const errors: ErrorData = {};
  for (const field of collection.fields) {
    if (field.type !== 'relation') continue;
    const subject = { field, value: record[field.name], before: original?.[field.name] };
    const error = await validateRelation(engine, db, subject);
    if (error) errors[field.name] = error;
  }
  return errors;
}

async function validateRelation(
  engine: Engine,
  db: Queryable,
  { field, value, before }: { field: RelationField; value: unknown; before: unknown },
): Promise<FieldError | undefined> {
  const ids = idsOf(value);
  if (ids.length === 0) return field.required ? required : undefined;
  if (isMultiple(field) && ids.length < field.minSelect) {
    return fieldError('validation_not_enough_values', 'Select at least {minSelect}.', { minSelect: field.minSelect });
  }
  const maxSelect = Math.max(field.maxSelect, 1);
  if (ids.length > maxSelect) {
    return fieldError('validation_too_many_values', 'Select no more than {maxSelect}.', { maxSelect });
  }
  const added = addedIds(value, before);
  if (added.length === 0) return undefined;
  const target = engine.collections.find(field.collectionId);
  if (!target) {
    return fieldError('validation_missing_rel_collection', 'Relation connection is missing or cannot be accessed.');
  }
  return (await countRecords(db, target, added)) === added.length
    ? undefined
    : fieldError('validation_missing_rel_records', 'Failed to find all relation records with the provided ids.');
}

async function countRecords(db: Queryable, target: Collection, ids: string[]): Promise<number> {
  const table = `"${target.name.replaceAll('"', '""')}"`;
  const rows = await db.query<{ count: number }>(`select count(*) as count from ${table} where id = any ($1)`, [ids]);
  return rows[0]?.count ?? 0;
}
