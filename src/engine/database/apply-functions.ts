import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeIdentifier } from 'pg';
import { databaseErrorCode, type Transaction } from './database.ts';

/** One statement of a file: a function, or a trigger on a table. */
export type Definition = { name: string; table?: string; file: string; text: string; sha256: string };

/** A function can't be put into the database; the message names it and its file. */
export class FunctionError extends Error {
  override name = 'FunctionError';
}

const statement = /^create (?:or replace function (\w+)|(?:or replace|constraint) trigger (\w+))/;
/** SQLSTATE of `cannot change return type of existing function` and its like: the signature is another. */
const otherSignature = '42P13';

/** The functions and triggers of the folder's `*.sql` files, in the order of the files; none without the folder. */
export async function readDefinitions(folder: string): Promise<Definition[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const definitions = texts.flatMap((text, index) => splitFile(files[index] ?? '', text));
  const seen = new Set<string>();
  for (const definition of definitions) {
    const key = keyOf(definition);
    if (seen.has(key)) throw new FunctionError(`${key} stands twice in the folder of functions (${definition.file}).`);
    seen.add(key);
  }
  return definitions;
}

/**
 * Makes the database's functions and triggers what the files say, in the caller's transaction: those whose text changed since they were
 * applied are applied again, those that no file holds any more are dropped. A function with another signature replaces the one it had.
 * Answers the names of what was applied.
 */
export async function applyDefinitions(tx: Transaction, definitions: readonly Definition[]): Promise<string[]> {
  await tx.query(`create table if not exists _functions (
    name text primary key,
    sha256 text not null,
    applied timestamptz not null default now()
  )`);
  const rows = await tx.query<{ name: string; sha256: string }>('select name, sha256 from _functions');
  const known = new Map(rows.map((row) => [row.name, row.sha256]));
  const wanted = new Set(definitions.map(keyOf));
  const gone = [...known.keys()].filter((key) => !wanted.has(key));
  const changed = definitions.filter((definition) => known.get(keyOf(definition)) !== definition.sha256);
  // Bodies name each other; they are checked when they run, as their tests make them.
  await tx.query('set local check_function_bodies = off');
  for (const key of gone.filter(isTrigger)) await dropTrigger(tx, key);
  for (const definition of changed.filter(({ table }) => table === undefined)) await applyFunction(tx, definition);
  for (const definition of changed.filter(({ table }) => table !== undefined)) {
    // PostgreSQL replaces no constraint trigger.
    if (definition.text.startsWith('create constraint')) await dropTrigger(tx, keyOf(definition));
    await applyText(tx, definition);
  }
  for (const key of gone.filter((name) => !isTrigger(name))) await dropFunctions(tx, key, await findOids(tx, key));
  await tx.query('delete from _functions where name = any ($1::text[])', [gone]);
  for (const definition of changed) {
    await tx.query(
      `insert into _functions (name, sha256) values ($1, $2)
       on conflict (name) do update set sha256 = excluded.sha256, applied = now()`,
      [keyOf(definition), definition.sha256],
    );
  }
  return changed.map(keyOf);
}

/** Each statement begins at the start of a line; what stands before it is its comment. */
function splitFile(file: string, text: string): Definition[] {
  const definitions: Definition[] = [];
  let lines: string[] = [];
  const finish = () => {
    const [first = ''] = lines;
    const [, functionName, triggerName] = statement.exec(first) ?? [];
    if (functionName === undefined && triggerName === undefined) return;
    const body = withoutTrailingComments(lines);
    const table = triggerName === undefined ? undefined : /\son "?(\w+)"?/.exec(body)?.[1];
    definitions.push({
      name: functionName ?? triggerName ?? '',
      ...(table === undefined ? {} : { table }),
      file,
      text: body,
      sha256: createHash('sha256').update(body).digest('hex'),
    });
  };
  for (const line of text.split('\n')) {
    if (/^(create|drop|alter|insert|do)\b/i.test(line) && !statement.test(line)) {
      throw new FunctionError(`${file} may hold functions and triggers only, not: ${line}`);
    }
    if (statement.test(line)) {
      finish();
      lines = [];
    }
    lines.push(line);
  }
  finish();
  return definitions;
}

function withoutTrailingComments(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 0 && /^(--.*)?\s*$/.test(lines[end - 1] ?? '')) end--;
  return lines.slice(0, end).join('\n');
}

function keyOf({ name, table }: Definition): string {
  return table === undefined ? name : `${name} on ${table}`;
}

function isTrigger(key: string): boolean {
  return key.includes(' on ');
}

async function applyFunction(tx: Transaction, definition: Definition): Promise<void> {
  const before = await findOids(tx, definition.name);
  try {
    await tx.savepoint(() => tx.script(definition.text));
  } catch (error) {
    if (databaseErrorCode(error) !== otherSignature) throw whyNot(definition, error);
    await dropFunctions(tx, definition.name, before);
    return applyText(tx, definition);
  }
  // With other parameters it is another function to PostgreSQL; the old one must not be found by a call any more.
  const after = await findOids(tx, definition.name);
  if (after.length > before.length) await dropFunctions(tx, definition.name, before);
}

async function applyText(tx: Transaction, definition: Definition): Promise<void> {
  try {
    await tx.script(definition.text);
  } catch (error) {
    throw whyNot(definition, error);
  }
}

function whyNot(definition: Definition, error: unknown): FunctionError {
  const reason = error instanceof Error ? error.message : String(error);
  return new FunctionError(
    `${keyOf(definition)} of db/functions/${definition.file} can't be applied, and nothing was changed: ${reason}`,
    { cause: error },
  );
}

async function findOids(tx: Transaction, name: string): Promise<number[]> {
  const rows = await tx.query<{ oid: number }>(
    `select p.oid::int8 as oid from pg_proc p
     where p.proname = $1 and p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [name],
  );
  return rows.map((row) => row.oid);
}

async function dropFunctions(tx: Transaction, name: string, oids: readonly number[]): Promise<void> {
  for (const oid of oids) {
    const [row] = await tx.query<{ signature: string }>('select $1::oid::regprocedure::text as signature', [oid]);
    try {
      await tx.script(`drop function ${row?.signature}`);
    } catch (error) {
      // Something in a table depends on it: a migration must take that away first.
      const reason = error instanceof Error ? error.message : String(error);
      throw new FunctionError(`The former ${name} can't be dropped, and nothing was changed: ${reason}`, {
        cause: error,
      });
    }
  }
}

async function dropTrigger(tx: Transaction, key: string): Promise<void> {
  const [name = '', table = ''] = key.split(' on ');
  const [row] = await tx.query<{ exists: boolean }>('select to_regclass(quote_ident($1)) is not null as exists', [
    table,
  ]);
  if (row?.exists) await tx.script(`drop trigger if exists ${escapeIdentifier(name)} on ${escapeIdentifier(table)}`);
}
