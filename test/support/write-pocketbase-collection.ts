import type { DatabaseSync } from 'node:sqlite';

type FieldSettings = { name: string; type: string } & Record<string, unknown>;
/** A collection as the tests describe one of PocketBase's, with its records. */
export type SourceCollection = {
  id: string;
  name: string;
  type?: 'base' | 'auth' | 'view';
  system?: boolean;
  fields: FieldSettings[];
  indexes?: string[];
  rules?: Record<string, string>;
  options?: Record<string, unknown>;
  records?: Array<Record<string, unknown>>;
};

/** When all of a folder was made and changed, unless a record says something else. */
export const at = { created: '2024-02-03 04:05:06.789Z', updated: '2025-02-03 04:05:06.789Z' };

/** Writes a collection into a folder's database as PocketBase does. */
export function writeCollection(db: DatabaseSync, collection: SourceCollection): void {
  const { fields, indexes = [], rules = {}, options = {}, records = [], type = 'base', system = false } = collection;
  const rule = (name: string) => rules[name] ?? null;
  db.prepare(`insert into _collections values (${'?, '.repeat(13)}?)`).run(
    collection.id,
    system ? 1 : 0,
    type,
    collection.name,
    JSON.stringify(fields),
    JSON.stringify(indexes),
    rule('listRule'),
    rule('viewRule'),
    rule('createRule'),
    rule('updateRule'),
    rule('deleteRule'),
    JSON.stringify(options),
    at.created,
    at.updated,
  );
  if (type === 'view') {
    db.exec(`create view "${collection.name}" as ${String(options.viewQuery)}`);
    return;
  }
  const names = fields.map(({ name }) => `"${name}"`);
  db.exec(`create table "${collection.name}" (${names.join(', ')})`);
  const insert = db.prepare(`insert into "${collection.name}" values (${names.map(() => '?').join(', ')})`);
  for (const record of records)
    insert.run(...fields.map(({ name }) => (record[name] ?? null) as string | number | null));
}
