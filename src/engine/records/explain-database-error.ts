import { type Collection, columnOf } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import { databaseErrorCode, violatedConstraint } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { notUnique } from '../fields/field-errors.ts';
import { refuseHugeNumbers } from '../fields/whole-numbers.ts';
import { ApiError, badRequest, type ErrorData, type FieldError } from '../http/api-error.ts';

const invalid: FieldError = { code: 'validation_invalid_value', message: 'Invalid value.' };

type Refused = { collection: Collection; record: RecordValues; error: unknown; message: string };

/**
 * What a refused write means to the client: a unique violation names its columns (by the catalogue, not by parsing texts), a check or a
 * foreign key its field (constraints are named `<table>_<column>`), a number out of range its field, another value the record. Other errors come back as they are.
 */
export async function explainDatabaseError(
  engine: Engine,
  { collection, record, error, message }: Refused,
): Promise<unknown> {
  const code = databaseErrorCode(error);
  const constraint = violatedConstraint(error);
  if (constraint !== undefined) {
    for (const hooks of engine.hooks.of(collection.name)) {
      const explained = hooks.explainViolation?.(constraint);
      if (explained) return explained;
    }
  }
  if (code === '23505' && constraint) {
    return badRequest(message, await fieldsOf(engine, { collection, constraint, refusal: notUnique }));
  }
  if ((code === '23503' || code === '23514' || code === '23P01') && constraint) {
    return badRequest(message, await fieldsOf(engine, { collection, constraint, refusal: invalid }));
  }
  if (code === '22003') return new ApiError(400, message, refuseHugeNumbers(collection, record), { cause: error });
  // 54000: a value is too long for an index on its field.
  if (code !== undefined && /^(?:22|23|54000)/.test(code)) return new ApiError(400, message, {}, { cause: error });
  return error;
}

type Violation = { collection: Collection; constraint: string; refusal: FieldError };

async function fieldsOf(engine: Engine, { collection, constraint, refusal }: Violation): Promise<ErrorData> {
  const rows = await engine.db.query<{ name: string }>(
    `select distinct a.attname as name
     from pg_class i join pg_index x on x.indexrelid = i.oid
     join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any (x.indkey)
     where i.relname = $1 and x.indrelid = to_regclass(quote_ident($2))
     union
     select a.attname from pg_class i join pg_index x on x.indexrelid = i.oid
     join pg_attribute a on a.attrelid = x.indrelid and a.attnum > 0
     where i.relname = $1 and x.indrelid = to_regclass(quote_ident($2))
       and pg_get_expr(x.indexprs, x.indrelid) ~ ('\\m' || a.attname || '\\M')
     union
     select a.attname from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.conname = $1 and c.conrelid = to_regclass(quote_ident($2))`,
    [constraint, collection.name],
  );
  const known = new Map(collection.fields.map((field) => [columnOf(field), field.name]));
  const named = constraint.slice(collection.name.length + 1);
  const columns = known.has(named) ? [named] : rows.map((row) => row.name);
  const names = columns.map((column) => known.get(column)).filter((name) => name !== undefined);
  return Object.fromEntries(names.map((name) => [name, refusal]));
}
