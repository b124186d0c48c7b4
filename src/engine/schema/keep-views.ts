import { escapeIdentifier } from 'pg';
import type { Collection } from '../collections/collection.ts';
import { saveCollection } from '../collections/collection-store.ts';
import type { Transaction } from '../database/database.ts';
import { badRequest } from '../http/api-error.ts';
import { readViewFields, syncView } from './sync-view.ts';

type Change = { original: Collection; all: readonly Collection[]; message: string };

/**
 * Runs a change of a table or view that others read: the views on it are taken away before and made again after it, with the fields that they
 * have then. Throws a 400 with `message` when one of them can no longer be made.
 */
export async function keepViews(tx: Transaction, change: Change, run: () => Promise<void>): Promise<void> {
  const { original, all, message } = change;
  const names = await findDependents(tx, original.name);
  const views = all.filter(({ name, type }) => type === 'view' && names.includes(name));
  for (const { name } of views) await tx.query(`drop view if exists ${escapeIdentifier(name)} cascade`);
  await run();
  // A view on another one takes its fields from what that one has become.
  let known = all;
  let left = views;
  while (left.length > 0) {
    const still: Collection[] = [];
    for (const view of left) {
      const made = await remake(tx, view, known);
      if (made) known = known.map((each) => (each.id === made.id ? made : each));
      else still.push(view);
    }
    if (still.length === left.length) {
      const list = still.map(({ name }) => name).join(', ');
      throw badRequest(`${message} Raw error: \nThe view ${list} could not be made again.`);
    }
    left = still;
  }
}

async function findDependents(tx: Transaction, name: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `with recursive dependents (oid) as (
       select to_regclass(quote_ident($1))::oid
       union
       select r.ev_class from dependents d
       join pg_depend p on p.refclassid = 'pg_class'::regclass and p.refobjid = d.oid and p.classid = 'pg_rewrite'::regclass
       join pg_rewrite r on r.oid = p.objid
     )
     select c.relname as name from dependents d join pg_class c on c.oid = d.oid where c.relname <> $1`,
    [name],
  );
  return rows.map((row) => row.name);
}

/** Makes a view, and answers it with its fields; undefined when it cannot be made yet: it may read another one that is still missing. */
export async function remake(
  tx: Transaction,
  view: Collection,
  all: readonly Collection[],
): Promise<Collection | undefined> {
  const reading = await readViewFields(tx, view.viewQuery, all);
  if (reading.error) return undefined;
  const collection = { ...view, fields: reading.fields };
  await syncView(tx, { collection, original: null, reading });
  await saveCollection(tx, collection);
  return collection;
}
