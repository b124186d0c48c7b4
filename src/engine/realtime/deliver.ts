import { sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileFilter } from '../filters/compile-filter.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { FilterError } from '../filters/filter-error.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { parseFields, pickFields } from '../http/pick-fields.ts';
import { presentRecord } from '../records/present-records.ts';
import { findRow } from '../records/record-store.ts';
import { satisfiesRule } from '../records/satisfies-rule.ts';
import type { RealtimeClient } from './realtime-client.ts';
import type { Topic } from './topics.ts';

export type Action = 'create' | 'update' | 'delete';
type Change = { collection: Collection; row: Row; action: Action };

type Named = { collection: Collection; id: string };

/** Tells everyone whom a stored record's creation or change concerns. */
export async function deliverChange(
  engine: Engine,
  clients: Iterable<RealtimeClient>,
  { collection, id, action }: Named & { action: Action },
): Promise<void> {
  const listeners = listenersOf(clients, collection, id);
  const row = listeners.length > 0 ? await findRow(engine.db, collection, id) : undefined;
  if (!row) return;
  for (const listener of listeners) {
    const message = await messageOf(engine, listener, { collection, row, action });
    if (message) listener.client.send(listener.topic.name, message);
  }
}

/** Works out, while the record is there, who may hear of its deletion; the answer tells them. */
export async function prepareDeletion(
  engine: Engine,
  clients: Iterable<RealtimeClient>,
  { collection, id }: Named,
): Promise<() => void> {
  const listeners = listenersOf(clients, collection, id);
  const row = listeners.length > 0 ? await findRow(engine.db, collection, id) : undefined;
  const messages: Array<() => void> = [];
  for (const listener of row ? listeners : []) {
    const message = row && (await messageOf(engine, listener, { collection, row, action: 'delete' }));
    if (message) messages.push(() => listener.client.send(listener.topic.name, message));
  }
  return () => {
    for (const send of messages) send();
  };
}

/** Whom a change concerns: each topic of each client that names the collection and the record. */
function listenersOf(
  clients: Iterable<RealtimeClient>,
  collection: Collection,
  recordId: string,
): Array<{ client: RealtimeClient; topic: Topic }> {
  const found: Array<{ client: RealtimeClient; topic: Topic }> = [];
  for (const client of clients) {
    for (const topic of client.topics) {
      const isNamed =
        topic.collection === collection.id || topic.collection.toLowerCase() === collection.name.toLowerCase();
      if (isNamed && (topic.record === '*' || topic.record === recordId)) found.push({ client, topic });
    }
  }
  return found;
}

/** The message for one subscription, or undefined when its rule, its filter, or who it is does not let it through. */
async function messageOf(
  engine: Engine,
  { client, topic }: { client: RealtimeClient; topic: Topic },
  { collection, row, action }: Change,
): Promise<{ action: Action; record: unknown } | undefined> {
  const request: RuleRequest = {
    context: 'realtime',
    method: 'GET',
    auth: client.auth,
    query: topic.query,
    headers: topic.headers,
    body: {},
  };
  if (!(await maySee(engine, { collection, row, topic, request }))) return undefined;
  const record = await presentRecord(engine, { collection, row, request, expand: topic.query.expand });
  const { fields } = topic.query;
  return { action, record: fields ? pickFields(record, parseFields(fields)) : record };
}

type Question = { collection: Collection; row: Row; topic: Topic; request: RuleRequest };

async function maySee(engine: Engine, { collection, row, topic, request }: Question): Promise<boolean> {
  const recordId = String(row.id);
  const rule = topic.record === '*' ? collection.listRule : collection.viewRule;
  const isSuperuser = request.auth?.isSuperuser === true;
  if (rule === null && !isSuperuser) return false;
  if (!isSuperuser && rule && !(await satisfiesRule(engine, { collection, rule, recordId, request }))) return false;
  const { filter } = topic.query;
  if (!filter) return true;
  try {
    const mode = isSuperuser ? 'superuser' : 'client';
    const condition = compileFilter(engine, { collection, filter, request, mode, alias: 't' });
    if (typeof condition === 'boolean') return condition;
    const { text, values } = compileSql(
      sql`select 1 from ${sql.table(collection.name)} as t where t.id = ${recordId} and ${condition}`,
    );
    return (await engine.db.query(text, values)).length > 0;
  } catch (error) {
    if (error instanceof FilterError) return false;
    throw error;
  }
}
