import type { Database, Queryable, Row, Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { badRequest } from '../http/api-error.ts';
import type { RecordHooks } from '../records/record-hooks.ts';

/** An engine whose writes are all part of one transaction, and what must be done when that transaction is not committed. */
export type EngineInTransaction = {
  engine: Engine;
  /** Removes the files that were stored; call when the transaction does not come to its commit. */
  undo: () => Promise<void>;
};

/**
 * The engine as the calls of a batch see it: they read what earlier ones wrote, and what normally follows a commit (telling subscribers,
 * deleting files) waits for the commit of the whole. `check` runs before each statement and may end the batch by throwing.
 */
export function engineInTransaction(engine: Engine, tx: Transaction, check: () => void): EngineInTransaction {
  const stored: string[] = [];
  const db = databaseOf(engine.db, tx, check);
  const inside: Engine = {
    ...engine,
    db,
    hooks: { ...engine.hooks, of: (name) => engine.hooks.of(name).map((hooks) => hooksInside(hooks, name)) },
    realtime: {
      publish: (change) => tx.afterCommit(() => engine.realtime.publish(change)),
      async beforeDelete(deleting, collection, record) {
        const tell = await engine.realtime.beforeDelete(deleting, collection, record);
        return () => tx.afterCommit(tell);
      },
    },
    files: {
      ...engine.files,
      async put(key, bytes, contentType) {
        stored.push(key);
        await engine.files.put(key, bytes, contentType);
      },
      delete: async (key) => tx.afterCommit(() => engine.files.delete(key)),
      deletePrefix: async (prefix) => tx.afterCommit(() => engine.files.deletePrefix(prefix)),
    },
  };
  return {
    engine: inside,
    async undo() {
      for (const key of stored) await engine.files.delete(key);
    },
  };
}

function databaseOf(db: Database, tx: Transaction, check: () => void): Database {
  const query: Queryable['query'] = async <T extends Row>(text: string, values?: readonly unknown[]) => {
    check();
    // Only a write is refused by the database, and what then explains it to the client must still be able to read.
    if (!/^\s*(?:insert|update|delete)/i.test(text)) return tx.query<T>(text, values);
    return tx.savepoint(() => tx.query<T>(text, values));
  };
  return { ...db, query, transaction: (run) => runNested(tx, query, run) };
}

async function runNested<T>(
  tx: Transaction,
  query: Queryable['query'],
  run: (nested: Transaction) => Promise<T>,
): Promise<T> {
  const after: Array<() => void | Promise<void>> = [];
  const result = await tx.savepoint(() => run({ ...tx, query, afterCommit: (work) => void after.push(work) }));
  for (const work of after) tx.afterCommit(work);
  return result;
}

// A hook that writes by itself has a transaction of its own, and may ask somebody outside the house: neither can be taken back with a batch.
function hooksInside(hooks: RecordHooks, collectionName: string): RecordHooks {
  if (!hooks.performCreate) return hooks;
  return {
    ...hooks,
    performCreate: async () => {
      throw badRequest(`Records of ${collectionName} can't be created in a batch.`);
    },
  };
}
