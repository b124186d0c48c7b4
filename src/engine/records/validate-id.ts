import type { Collection, TextField } from '../collections/collection.ts';
import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { fieldError, notUnique } from '../fields/field-errors.ts';
import { validateValue } from '../fields/validate-value.ts';
import type { FieldError } from '../http/api-error.ts';

const defaultPattern = '^[a-z0-9]+$';
const forbidden = ['.', '/', '\\', '|', '"', "'", '`', '<', '>', ':', '?', '*', '%', '$', '\0', '\t', '\n', '\r', ' '];
const reservedNames = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])$/i;

// Ids are names of folders too, on every file system.
function checkFileName(id: string): FieldError | undefined {
  const ch = forbidden.find((character) => id.includes(character));
  if (ch !== undefined) {
    return fieldError('validation_forbidden_pk_character', "'{ch}' is not a valid primary key character.", { ch });
  }
  if (!reservedNames.test(id)) return undefined;
  const reserved = id.toUpperCase();
  return fieldError('validation_reserved_pk', "The primary key '{reserved}' is reserved and cannot be used.", {
    reserved,
  });
}

/** What is wrong with the id of a record to be made (wire contract, sections 9 and 33), or undefined. */
export async function validateNewId(
  engine: Engine,
  collection: Collection,
  id: string,
): Promise<FieldError | undefined> {
  const field = collection.fields.find(
    (candidate): candidate is TextField => candidate.type === 'text' && candidate.primaryKey,
  );
  if (!field) return undefined;
  const isDefaultPattern = field.pattern === defaultPattern;
  if (!isDefaultPattern && id !== '' && (await hasIdInOtherCase(engine.db, collection, id))) {
    return fieldError('validation_pk_invalid', 'The record primary key is invalid or already exists.');
  }
  const error = validateValue({ ...field, required: true }, id) ?? (isDefaultPattern ? undefined : checkFileName(id));
  if (error) return error;
  return collection.type === 'auth' ? validateAuthId(engine, collection, id) : undefined;
}

async function hasIdInOtherCase(db: Queryable, collection: Collection, id: string): Promise<boolean> {
  const rows = await db.query(`select 1 from ${quoted(collection)} where lower(id) = lower($1) limit 1`, [id]);
  return rows.length > 0;
}

async function validateAuthId(engine: Engine, collection: Collection, id: string): Promise<FieldError | undefined> {
  for (const other of engine.collections.all()) {
    if (other.type !== 'auth' || other.id === collection.id) continue;
    const rows = await engine.db.query(`select 1 from ${quoted(other)} where id = $1`, [id]);
    if (rows.length > 0) {
      return fieldError('validation_invalid_auth_id', 'Invalid or duplicated auth record id.');
    }
  }
  const rows = await engine.db.query(`select 1 from ${quoted(collection)} where id = $1`, [id]);
  return rows.length > 0 ? notUnique : undefined;
}

function quoted(collection: Collection): string {
  return `"${collection.name.replaceAll('"', '""')}"`;
}
