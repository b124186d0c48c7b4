import { escapeIdentifier } from 'pg';
import { type Collection, columnOf } from '../collections/collection.ts';
import { findCollections } from '../collections/collection-store.ts';
import type { Queryable } from '../database/database.ts';
import { findTables } from './backup-tables.ts';

const keyShape = /^(\w+)\/(\w+)\/([^/]+)$/;
const askedAtOnce = 5000;

/** Which of these files a record holds, by the tables that `db` finds. */
export async function findHeldFiles(db: Queryable, keys: Iterable<string>): Promise<Set<string>> {
  const held = new Set<string>();
  const byCollection = Map.groupBy(keys, (key) => keyShape.exec(key)?.[1] ?? '');
  // A description of an older version may name a field whose column has gone since.
  const tables = new Map((await findTables(db)).map(({ name, columns }) => [name, columns]));
  for (const collection of await findCollections(db)) {
    const asked = byCollection.get(collection.id) ?? [];
    const condition = heldBy(collection, tables.get(collection.name) ?? []);
    if (condition === '') continue;
    for (let from = 0; from < asked.length; from += askedAtOnce) {
      for (const key of await ask(db, { collection, condition, keys: asked.slice(from, from + askedAtOnce) })) {
        held.add(key);
      }
    }
  }
  return held;
}

function heldBy({ fields }: Collection, columns: readonly string[]): string {
  return fields
    .filter((field) => field.type === 'file' && columns.includes(columnOf(field)))
    .map((field) => `to_jsonb(r.${escapeIdentifier(columnOf(field))}) ? asked.name`)
    .join(' or ');
}

type Question = { collection: Collection; condition: string; keys: readonly string[] };

async function ask(db: Queryable, { collection, condition, keys }: Question): Promise<string[]> {
  const parts = keys.map((key) => keyShape.exec(key) ?? []);
  const rows = await db.query<{ record: string; name: string }>(
    `select asked.record, asked.name from unnest($1::text[], $2::text[]) as asked(record, name)
     join ${escapeIdentifier(collection.name)} r on r.id = asked.record where ${condition}`,
    [parts.map(([, , record]) => record), parts.map(([, , , name]) => name)],
  );
  return rows.map(({ record, name }) => `${collection.id}/${record}/${name}`);
}
