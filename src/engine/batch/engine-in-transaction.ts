import { setTimeout } from 'node:timers/promises';
import { type Database, findByIdAlone, type Queryable, type Row, type Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { badRequest } from '../http/api-error.ts';
import type { RecordEvent, RecordHooks } from '../records/record-hooks.ts';

const removalMs = 2_000;

/** An engine whose writes are all part of one transaction, and what must be done when that transaction is not committed. */
export type EngineInTransaction = {
  engine: Engine;
  /** Removes the files that were stored; call when the transaction did not come to its commit. */
  undo: () => Promise<void>;
};

/**
 * The engine as the calls of a batch see it: they read what earlier ones wrote, and what normally follows a commit (telling subscribers,
 * deleting files) waits for the commit of the whole. `signal` ends everything before its next statement, and while a file is stored.
 */
export function engineInTransaction(engine: Engine, tx: Transaction, signal?: AbortSignal): EngineInTransaction {
  const stored = new Map<string, Promise<void>>();
  // All is committed by then: what fails now must keep nothing else from following, nor be taken for a refusal.
  const afterwards = (work: () => Promise<void> | void) => {
    tx.afterCommit(async () => {
      try {
        await work();
      } catch (error) {
        engine.log.error({ err: error }, 'What follows a commit failed.');
      }
    });
  };
  const later = (run: AfterHook) => async (event: RecordEvent) => afterwards(() => run({ ...event, db: engine.db }));
  const inside: Engine = {
    ...engine,
    db: databaseOf(engine.db, tx, signal),
    hooks: { ...engine.hooks, of: (name) => engine.hooks.of(name).map((hooks) => hooksInside(hooks, name, later)) },
    realtime: {
      ...engine.realtime,
      publish: (change) => afterwards(() => engine.realtime.publish(change)),
      async beforeDelete(deleting, collection, row) {
        const tell = await engine.realtime.beforeDelete(deleting, collection, row);
        return () => afterwards(tell);
      },
    },
    foreignWork: {
      run: (module, ask, options) =>
        engine.foreignWork.run(module, ask, { ...options, signal: eitherOf(options.signal, signal) }),
    },
    files: {
      ...engine.files,
      async put(key, bytes, contentType) {
        const putting = engine.files.put(key, bytes, contentType);
        stored.set(key, putting);
        await Promise.race([putting, aborted(signal)]);
      },
      delete: async (key) => afterwards(() => engine.files.delete(key)),
      deletePrefix: async (prefix) => afterwards(() => engine.files.deletePrefix(prefix)),
    },
  };
  return { engine: inside, undo: () => removeFiles(engine, stored) };
}

function eitherOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** Never comes back; throws the signal's reason when it is given. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function removeFiles(engine: Engine, stored: ReadonlyMap<string, Promise<void>>): Promise<void> {
  const removals = [...stored].map(async ([key, putting]) => {
    await putting.catch(() => {});
    await engine.files.delete(key);
  });
  const removed = Promise.all(removals).catch((error: unknown) => {
    engine.log.warn({ err: error }, 'A file of writes that were taken back could not be removed.');
  });
  // A bucket that does not answer keeps nobody waiting.
  await Promise.race([removed, setTimeout(removalMs, undefined, { ref: false })]);
}

function databaseOf(db: Database, tx: Transaction, signal?: AbortSignal): Database {
  const query: Queryable['query'] = async <T extends Row>(text: string, values?: readonly unknown[]) => {
    signal?.throwIfAborted();
    // Only a write is refused by the database, and what then explains it to the client must still be able to read.
    if (!/^\s*(?:insert|update|delete)/i.test(text)) return tx.query<T>(text, values);
    return tx.savepoint(() => tx.query<T>(text, values));
  };
  return {
    ...db,
    query,
    findById: (question) => findByIdAlone(query, question),
    insertTogether: null,
    transaction: (run) => runNested(tx, query, run),
  };
}

async function runNested<T>(
  tx: Transaction,
  query: Queryable['query'],
  run: (nested: Transaction) => Promise<T>,
): Promise<T> {
  const after: Array<() => void | Promise<void>> = [];
  const result = await tx.savepoint(() =>
    run({
      ...tx,
      query,
      findById: (question) => findByIdAlone(query, question),
      afterCommit: (work) => void after.push(work),
    }),
  );
  for (const work of after) tx.afterCommit(work);
  return result;
}

type AfterHook = (event: RecordEvent) => Promise<void>;

function hooksInside(hooks: RecordHooks, collectionName: string, later: (run: AfterHook) => AfterHook): RecordHooks {
  const { performCreate, afterCreate, afterUpdate, afterDelete } = hooks;
  return {
    ...hooks,
    ...(afterCreate && { afterCreate: later(afterCreate) }),
    ...(afterUpdate && { afterUpdate: later(afterUpdate) }),
    ...(afterDelete && { afterDelete: later(afterDelete) }),
    ...(performCreate && { performCreate: () => refuseOwnWrite(collectionName) }),
  };
}

// A hook that writes by itself has a transaction of its own, and may ask somebody outside the house: neither can be taken back with a batch.
async function refuseOwnWrite(collectionName: string): Promise<never> {
  throw badRequest(`Records of ${collectionName} can't be created in a batch.`);
}
