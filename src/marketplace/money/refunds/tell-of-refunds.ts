import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findDueOfPayments } from './refunds.store.ts';

/**
 * What follows when a database function owed refunds of payments, in its transaction: right after the commit they are new records like any
 * other, so that subscribers hear of them and the hook that sends them runs. Should the process end before that, the sweeper finds them.
 */
export async function tellOfRefunds(engine: Engine, tx: Transaction, payments: readonly string[]): Promise<void> {
  const rows = await findDueOfPayments(tx, payments);
  tx.afterCommit(async () => {
    for (const row of rows) await tellOf(engine, row);
  });
}

async function tellOf(engine: Engine, row: Row): Promise<void> {
  const collection = engine.collections.get('refunds');
  engine.realtime.publish({ collection, row, action: 'create' });
  const event: RecordEvent = {
    collection,
    auth: null,
    system: true,
    body: { fields: {}, files: {} },
    sent: new Set(),
    record: recordFromRow(collection, row),
    original: null,
    requestHash: '',
    authorId: '',
    db: engine.db,
  };
  for (const hooks of engine.hooks.of('refunds')) await hooks.afterCreate?.(event);
}
