import type { Collection } from '../collections/collection.ts';
import { createTurns } from '../create-turns.ts';
import { databaseErrorCode, type Row, type Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { type FieldPick, parseFields, pickFields } from '../http/pick-fields.ts';
import { budgetOf } from '../limits/budgets.ts';
import { presentRecord } from '../records/present-records.ts';
import { rowToSelect } from '../records/row-to-select.ts';
import type { WireRecord } from '../records/wire-record.ts';
import { type Ask, type Asks, chooseGroups, logUnserved, outOfTime } from './choose-groups.ts';
import type { Listener } from './client-registry.ts';
import { type Group, groupListeners, looksElsewhere, payerOf } from './group-listeners.ts';

export type Action = 'create' | 'update' | 'delete';

export type Change = {
  collection: Collection;
  /** The row as it was written, or as it was before it was deleted. */
  row: Row;
  action: Action;
};

/** However many listen, most connections to the database are left to requests. */
const turns = createTurns(4);

/** In this order: who compares events of the reference as texts finds the record first. */
type Message = { record: unknown; action: Action };
export type Delivery = { listener: Listener; message: Message };

/** What to send to which of the listeners: each is asked by its own rule, filter and options (wire contract, section 15). */
export function prepareDeliveries(engine: Engine, listeners: readonly Listener[], change: Change): Promise<Delivery[]> {
  return prepareAfter(engine, groupListeners(engine, change.collection, listeners), change);
}

function prepareAfter(engine: Engine, groups: readonly Group[], change: Change): Promise<Delivery[]> {
  const ask: Ask = (text, values) => turns(() => engine.db.query(text, values));
  const askWide: Ask = (text, values) => {
    const ms = budgetOf(engine.settings.current(), 'wideQueryMs');
    return turns(() => engine.db.readShortly(text, values, ms));
  };
  return prepare(engine, groups, change, { ask, askWide, inTurn: turns });
}

/**
 * The same for a deletion. What the record's own values answer is left for after the commit, and `later` prepares it then; only what looks at rows that
 * may go with it is asked in the deleting transaction, by its own connection: transactions that each waited for a second one could wait for each
 * other. A subscription that can't be served does not undo what the transaction wrote.
 */
export async function prepareInside(
  engine: Engine,
  tx: Transaction,
  { listeners, change }: { listeners: readonly Listener[]; change: Change },
): Promise<{ now: Delivery[]; later: () => Promise<Delivery[]> }> {
  const groups = groupListeners(engine, change.collection, listeners);
  const elsewhere = groups.filter((group) => looksElsewhere(change.collection, group));
  const own = groups.filter((group) => !elsewhere.includes(group));
  const inside: Engine = { ...engine, db: { ...engine.db, query: tx.query, findById: tx.findById } };
  const ask: Ask = (text, values) => tx.savepoint(() => tx.query(text, values));
  const manner: Manner = { ask, inTurn: (work) => tx.savepoint(work) };
  const now = await prepare(inside, elsewhere.filter(isPlain), change, manner);
  const filtered = elsewhere.filter((group) => !isPlain(group)).slice(0, mostInside);
  if (filtered.length > 0) now.push(...(await inShort(tx, () => prepare(inside, filtered, change, manner))));
  return { now, later: () => prepareAfter(engine, own, change) };
}

const isPlain = ({ filter }: Group) => filter === '';

/** So many filters of strangers, and so long a hundred of them, are asked in a transaction that is not theirs; the rest of them is not told. */
const mostInside = 200;
const shortMs = 300;

async function inShort(tx: Transaction, work: () => Promise<Delivery[]>): Promise<Delivery[]> {
  const [row] = await tx.query<{ before: string }>(`select current_setting('statement_timeout') as before`);
  await tx.query(`set local statement_timeout = ${shortMs}`);
  try {
    return await work();
  } catch (error) {
    if (databaseErrorCode(error) !== outOfTime) throw error;
    return [];
  } finally {
    await tx.query(`select set_config('statement_timeout', $1, true)`, [row?.before ?? '0']);
  }
}

/** A record is told of with so many different `expand`s of one viewer, of guests of one network; what else they want it expanded by is left out. */
const mostExpands = 5;

/** Subscriptions of one viewer, of guests of one network, that are told of a change: each is written by itself, 15 µs for a short record. */
const mostTold = 2000;

function createMayBeTold(): (group: Group, listener: Listener) => boolean {
  const told = new Map<string, number>();
  return (group, { client }) => {
    if (group.request.auth?.isSuperuser) return true;
    const payer = payerOf(group, client.ip);
    const count = (told.get(payer) ?? 0) + 1;
    told.set(payer, count);
    return count <= mostTold;
  };
}

/** What a listener's record is expanded by. */
type ExpandOf = (group: Group, listener: Listener) => string;

function createExpandOf(): ExpandOf {
  const known = new Map<string, Set<string>>();
  return (group, { client, topic }) => {
    const { expand = '' } = topic.query;
    if (expand.trim() === '' || group.request.auth?.isSuperuser) return expand;
    const payer = payerOf(group, client.ip);
    const expands = known.get(payer) ?? new Set();
    known.set(payer, expands);
    if (expands.size >= mostExpands && !expands.has(expand)) return '';
    expands.add(expand);
    return expand;
  };
}

type Manner = Asks & { inTurn: <T>(work: () => Promise<T>) => Promise<T> };

async function prepare(
  engine: Engine,
  groups: readonly Group[],
  change: Change,
  { inTurn, ...asks }: Manner,
): Promise<Delivery[]> {
  if (groups.length === 0) return [];
  const chosen = await chooseGroups(engine, groups, change, asks);
  if (chosen.length === 0) return [];
  const { collection, row } = change;
  const told = rowToSelect(collection, row);
  // Whoever sees the same is sent the same message, which is written out once.
  const messages = new Map<string, Promise<Message | undefined>>();
  const records = new Map<string, Promise<WireRecord>>();
  const deliveries: Delivery[] = [];
  const [expandOf, mayBeTold] = [createExpandOf(), createMayBeTold()];
  for (const group of chosen) {
    for (const listener of group.listeners) {
      if (!mayBeTold(group, listener)) continue;
      const { fields = '' } = listener.topic.query;
      const expand = expandOf(group, listener);
      const seen = JSON.stringify([group.viewer, expand]);
      const key = JSON.stringify([seen, fields]);
      const record =
        records.get(seen) ??
        inTurn(() =>
          presentRecord(engine, {
            collection,
            row,
            told,
            request: group.request,
            expand,
            hasHappened: true,
          }),
        );
      records.set(seen, record);
      const message = messages.get(key) ?? messageOf(engine, record, change, fields);
      messages.set(key, message);
      // One after the other: a transaction has one connection.
      const ready = await message;
      if (ready) deliveries.push({ listener, message: ready });
    }
  }
  return deliveries;
}

async function messageOf(
  engine: Engine,
  record: Promise<WireRecord>,
  change: Change,
  fields: string,
): Promise<Message | undefined> {
  try {
    const picks = picksOf(fields);
    return { record: picks ? pickFields(await record, picks) : await record, action: change.action };
  } catch (error) {
    logUnserved(engine, change, error);
    return undefined;
  }
}

/** Sends what was prepared. */
export function send(deliveries: readonly Delivery[]): void {
  for (const { listener, message } of deliveries) listener.client.send(listener.topic.name, message);
}

// A choice of fields that can't be read is none.
function picksOf(fields: string): FieldPick | undefined {
  try {
    return fields ? parseFields(fields) : undefined;
  } catch {
    return undefined;
  }
}
