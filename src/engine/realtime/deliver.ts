import { sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import { createTurns } from '../create-turns.ts';
import type { Row, Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileSql } from '../filters/compile-sql.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { type FieldPick, parseFields, pickFields } from '../http/pick-fields.ts';
import { presentRecord } from '../records/present-records.ts';
import { recordAsRow } from '../records/record-as-row.ts';
import type { Listener } from './client-registry.ts';
import { currentAuth } from './current-auth.ts';
import { maySee } from './may-see.ts';

export type Action = 'create' | 'update' | 'delete';

export type Change = {
  collection: Collection;
  /** The record as it was written, or as it was before it was deleted. */
  record: RecordValues;
  action: Action;
};

/** However many listen, most connections to the database are left to requests. */
const turns = createTurns(4);

type Message = { action: Action; record: unknown };
export type Delivery = { listener: Listener; message: Message };

/** What to send to which of the listeners: each is asked by its own rule, filter and options (wire contract, section 15). */
export async function prepareDeliveries(
  engine: Engine,
  listeners: readonly Listener[],
  change: Change,
): Promise<Delivery[]> {
  if (listeners.length === 0) return [];
  const row = await rowOf(engine, change);
  if (!row) return [];
  // Streams of one person that ask the same hear the same.
  const known = new Map<string, Promise<Message | undefined>>();
  const deliveries = listeners.map(async (listener) => {
    const auth = currentAuth(engine, listener.client);
    const key = `${auth?.collectionId}/${auth?.id} ${listener.topic.name}`;
    const message =
      known.get(key) ??
      turns(() => messageOf(engine, { listener, change, row })).catch((error: unknown) =>
        logUnserved(engine, change, error),
      );
    known.set(key, message);
    return { listener, message: await message };
  });
  return (await Promise.all(deliveries)).filter((delivery): delivery is Delivery => delivery.message !== undefined);
}

/**
 * The same in a transaction, by its own connection: transactions that each waited for a second one could wait for each other. A subscription
 * that can't be served does not undo what the transaction wrote.
 */
export async function prepareInside(
  engine: Engine,
  tx: Transaction,
  { listeners, change }: { listeners: readonly Listener[]; change: Change },
): Promise<Delivery[]> {
  if (listeners.length === 0) return [];
  const inside: Engine = { ...engine, db: { ...engine.db, query: tx.query, findById: tx.findById } };
  const row = await rowOf(inside, change);
  if (!row) return [];
  const prepared: Delivery[] = [];
  for (const listener of listeners) {
    const message = await tx
      .savepoint(() => messageOf(inside, { listener, change, row }))
      .catch((error: unknown) => logUnserved(engine, change, error));
    if (message) prepared.push({ listener, message });
  }
  return prepared;
}

/** Sends what was prepared. */
export function send(deliveries: readonly Delivery[]): void {
  for (const { listener, message } of deliveries) listener.client.send(listener.topic.name, message);
}

// As the database would answer it: dates and numbers in its types.
async function rowOf(engine: Engine, { collection, record }: Change): Promise<Row | undefined> {
  const { text, values } = compileSql(sql`select * from ${recordAsRow(collection, record)}`);
  return (await engine.db.query(text, values))[0];
}

type Question = { listener: Listener; change: Change; row: Row };

/** The message for one subscription, or undefined when its rule or its filter does not let it through. */
async function messageOf(engine: Engine, { listener, change, row }: Question): Promise<Message | undefined> {
  const { topic, isForAll, client } = listener;
  const { collection, action } = change;
  const { query, headers } = topic;
  const auth = currentAuth(engine, client);
  const request: RuleRequest = { context: 'realtime', method: 'GET', auth, query, headers, body: {} };
  const rule = isForAll ? collection.listRule : collection.viewRule;
  if (!(await maySee(engine, { change, rule, filter: query.filter ?? '', request }))) return undefined;
  const record = await presentRecord(engine, { collection, row, request, expand: query.expand, hasHappened: true });
  const picks = picksOf(query.fields);
  return { action, record: picks ? pickFields(record, picks) : record };
}

// One subscription that can't be served must not keep the others from hearing.
function logUnserved(engine: Engine, { collection }: Change, error: unknown): undefined {
  engine.log.warn({ err: error, collection: collection.name }, 'A subscriber could not be told of a change.');
}

// A choice of fields that can't be read is none.
function picksOf(fields: string | undefined): FieldPick | undefined {
  try {
    return fields ? parseFields(fields) : undefined;
  } catch {
    return undefined;
  }
}
