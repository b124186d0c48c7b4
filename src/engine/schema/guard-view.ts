import { escapeIdentifier } from 'pg';
import { type Collection, columnOf } from '../collections/collection.ts';
import { isSecret } from '../collections/is-secret.ts';
import type { Transaction } from '../database/database.ts';
import { ViewQueryError } from './parse-view-query.ts';

/** The role that views belong to (migration 0020). It can sign in nowhere and reads only what `guardView` lets it. */
export const viewReader = 'kerbside_view_reader';

/** Functions that are no writers and still run texts as SQL, wait, or tell of the server, its settings and its other rights. */
const refusedFunctions = [
  '^(?:pg_|has_|lo_|inet_|txid_|ts_stat|ts_rewrite|currtid|to_reg|acl|row_security|binary_upgrade|ri_fkey)',
  '^(?:query|table|cursor|schema|database)_to_xml',
  '^(?:current_setting|set_config|current_query|version|lastval|currval|loread|lowrite)$',
  '^(?:obj|col|shobj)_description$',
].join('|');
/** Functions of ours that SQLite's words become: they compute, and read nothing. */
const ownFunctions = 'is_json json_patched json_placed json_text number_at_start text_number text_part text_time'.split(
  ' ',
);
/** Functions whose result changes from call to call, and that do nothing else. */
const harmlessVolatiles = ['random', 'clock_timestamp', 'timeofday', 'gen_random_uuid'];

/**
 * Lets a view be read with the rights of `viewReader` alone, and refuses one that looks beyond collections or calls what a read has no use for.
 * The rights of the view's owner hold for tables, those of whoever reads it for functions: so functions are judged here, where the
 * database has already resolved their names. Throws a ViewQueryError.
 */
export async function guardView(tx: Transaction, view: string, all: readonly Collection[]): Promise<void> {
  const tree = await readTree(tx, view);
  await refuseFunctions(tx, numbersAfter(tree, /:(?:funcid|opfuncid|negfuncid|hashfuncid|aggfnoid|winfnoid) (\d+)/g));
  const sources = await findSources(tx, numbersAfter(tree, /:relid (\d+)/g), all);
  for (const source of sources) if (source.type !== 'view') await letRead(tx, source);
  await giveToReader(tx, view);
}

/** Makes the reader the owner of a view, so that its tables are read with the reader's rights. */
export async function giveToReader(tx: Transaction, view: string): Promise<void> {
  await tx.query(`alter view ${view} owner to ${viewReader}`);
}

async function readTree(tx: Transaction, view: string): Promise<string> {
  const [row] = await tx.query<{ tree: string }>(
    'select ev_action::text as tree from pg_rewrite where ev_class = $1::regclass',
    [view],
  );
  return row?.tree ?? '';
}

function numbersAfter(tree: string, shape: RegExp): string[] {
  const found = [...tree.matchAll(shape)].map(([, oid = '0']) => oid);
  return [...new Set(found)].filter((oid) => oid !== '0');
}

async function refuseFunctions(tx: Transaction, oids: string[]): Promise<void> {
  const [refused] = await tx.query<{ name: string }>(
    `select proname as name from pg_proc where oid = any ($1::oid[]) and not (
       pronamespace = 'pg_catalog'::regnamespace and (provolatile <> 'v' or proname = any ($2::text[])) and proname !~ $3
       or pronamespace = current_schema()::regnamespace and proname = any ($4::text[]))
     order by proname limit 1`,
    [oids, harmlessVolatiles, refusedFunctions, ownFunctions],
  );
  if (refused) throw new ViewQueryError(`the function ${refused.name} cannot be used in a view`);
}

async function findSources(tx: Transaction, oids: string[], all: readonly Collection[]): Promise<Collection[]> {
  const tables = await tx.query<{ name: string; isOwn: boolean }>(
    `select relname as name, relnamespace = current_schema()::regnamespace and relkind in ('r', 'v') as "isOwn"
     from pg_class where oid = any ($1::oid[]) and oid <> 'pg_temp._view_probe'::regclass`,
    [oids],
  );
  return tables.map(({ name, isOwn }) => {
    const collection = isOwn ? all.find((other) => other.name === name) : undefined;
    if (!collection) throw new ViewQueryError(`the table ${name} is no collection`);
    return collection;
  });
}

async function letRead(tx: Transaction, collection: Collection): Promise<void> {
  const columns = collection.fields.filter((field) => !isSecret(collection, field));
  // `_seq` tells no more than the order of a list, and views are ordered by it.
  const names = [...columns.map((field) => escapeIdentifier(columnOf(field))), '_seq'].join(', ');
  await tx.query(`grant select (${names}) on ${escapeIdentifier(collection.name)} to ${viewReader}`);
}
