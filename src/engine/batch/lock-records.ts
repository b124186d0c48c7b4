import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import { databaseErrorCode, type Transaction } from '../database/database.ts';
import { canBeStored } from '../database/read-rows-together.ts';
import type { Engine } from '../engine.ts';
import { compileRule } from '../filters/compile-rule.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import type { RequestContext } from '../http/route.ts';
import type { BatchItem } from './read-batch.ts';
import { addressOf, idToPut } from './run-item.ts';

/** The records of a collection that are changed, and those that are deleted. */
type Wanted = { collection: Collection; changed: Set<string>; deleted: Set<string> };

/**
 * Locks the records that the calls of a batch change and delete, in one order whatever the order of the calls is: batches that touch the same
 * records then wait for each other, where each would else hold what the other waits for. Only what the caller may write by the rules, as far
 * as these don't ask for a body: nobody can hold up what is not theirs.
 */
export async function lockRecords(
  engine: Engine,
  tx: Transaction,
  { items, outer }: { items: readonly BatchItem[]; outer: RequestContext },
): Promise<void> {
  const wanted = wantedBy(engine, items);
  const count = wanted.reduce((sum, { changed, deleted }) => sum + changed.size + deleted.size, 0);
  // One record alone has no order.
  if (count < 2) return;
  for (const records of wanted) {
    const { text, values } = compileSql(lockStatement(engine, records, outer));
    try {
      await tx.savepoint(() => tx.query(text, values));
    } catch (error) {
      // A rule that the values of a record fail (a number out of range) is met when the call itself asks it.
      if (!databaseErrorCode(error)?.startsWith('22')) throw error;
    }
  }
}

function wantedBy(engine: Engine, items: readonly BatchItem[]): Wanted[] {
  const byName = new Map<string, Wanted>();
  for (const item of items) {
    const address = addressOf(item.url);
    const id = item.method === 'PUT' ? idToPut(item) : address.id;
    const collection = engine.collections.find(address.collection);
    if (item.method === 'POST' || !collection || collection.type === 'view' || id === '' || !canBeStored(id)) continue;
    const records = byName.get(collection.name) ?? { collection, changed: new Set(), deleted: new Set() };
    byName.set(collection.name, records);
    (item.method === 'DELETE' ? records.deleted : records.changed).add(id);
  }
  return [...byName.values()].sort((a, b) => (a.collection.name < b.collection.name ? -1 : 1));
}

function lockStatement(engine: Engine, wanted: Wanted, outer: RequestContext): RawBuilder<unknown> {
  const { collection, changed, deleted } = wanted;
  const { updateRule, deleteRule } = collection;
  const chosen = [
    { ids: changed, rule: updateRule, method: 'PATCH' },
    { ids: deleted, rule: deleteRule, method: 'DELETE' },
  ].filter(({ ids }) => ids.size > 0);
  const conditions = chosen.map(({ ids, rule, method }) => {
    const request = { ...ruleRequestOf({ ...outer, method }), context: 'batch' as const };
    const condition = outer.auth?.isSuperuser || (rule !== null && compileRule(engine, { collection, rule, request }));
    return sql`(t.id = any (${[...ids]}::text[]) and ${condition})`;
  });
  const lock = deleted.size > 0 ? sql`for update of t` : sql`for no key update of t`;
  return sql`select 1 from ${sql.table(collection.name)} as t where ${sql.join(conditions, sql` or `)} order by t.id ${lock}`;
}
