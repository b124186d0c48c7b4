import type { Collection } from '../collections/collection.ts';
import type { Transaction } from '../database/database.ts';
import { canBeStored } from '../database/read-rows-together.ts';
import type { Engine } from '../engine.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { quoteName } from '../records/record-store.ts';
import type { BatchItem } from './read-batch.ts';
import { addressOf, idToPut } from './run-item.ts';

type Wanted = { ids: Set<string>; isDeleted: boolean };

/**
 * Locks the records that the calls of a batch change and delete, in one order whatever the order of the calls is: batches that touch the same
 * records then wait for each other, where each would else hold what the other waits for. Leaves out what nobody but superusers may write.
 */
export async function lockRecords(
  engine: Engine,
  tx: Transaction,
  { items, auth }: { items: readonly BatchItem[]; auth: AuthRecord | null },
): Promise<void> {
  const wanted = new Map<string, Wanted>();
  for (const item of items) {
    const target = targetOf(engine, item, auth?.isSuperuser === true);
    if (!target) continue;
    const { ids, isDeleted } = wanted.get(target.table) ?? { ids: new Set(), isDeleted: false };
    wanted.set(target.table, { ids: ids.add(target.id), isDeleted: isDeleted || item.method === 'DELETE' });
  }
  const count = [...wanted.values()].reduce((sum, { ids }) => sum + ids.size, 0);
  // One record alone has no order.
  if (count < 2) return;
  for (const [table, { ids, isDeleted }] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const lock = isDeleted ? 'update' : 'no key update';
    await tx.query(`select 1 from ${quoteName(table)} where id = any ($1::text[]) order by id for ${lock}`, [[...ids]]);
  }
}

function targetOf(engine: Engine, item: BatchItem, isSuperuser: boolean): { table: string; id: string } | undefined {
  const address = addressOf(item.url);
  const id = item.method === 'PUT' ? idToPut(item) : address.id;
  const collection = engine.collections.find(address.collection);
  if (!collection || collection.type === 'view' || id === '' || !canBeStored(id)) return undefined;
  const rule = ruleOf(collection, item.method);
  return rule === undefined || (rule === null && !isSuperuser) ? undefined : { table: collection.name, id };
}

function ruleOf({ updateRule, deleteRule }: Collection, method: string): string | null | undefined {
  if (method === 'DELETE') return deleteRule;
  return method === 'PATCH' || method === 'PUT' ? updateRule : undefined;
}
