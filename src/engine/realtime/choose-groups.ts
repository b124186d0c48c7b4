import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import { databaseErrorCode, type Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileFilter, newCount } from '../filters/compile-filter.ts';
import { compileRule } from '../filters/compile-rule.ts';
import { compileSql } from '../filters/compile-sql.ts';
import type { Condition } from '../filters/condition.ts';
import { FilterError } from '../filters/filter-error.ts';
import { ApiError } from '../http/api-error.ts';
import { rowToSelect } from '../records/row-to-select.ts';
import type { Change } from './deliver.ts';
import { type Group, namesOthers, payerOf } from './group-listeners.ts';

/** SQLSTATE of a statement that took longer than it may. */
export const outOfTime = '57014';
/** Conditions that are asked in one statement. */
const together = 100;

/** Asks the database; what it can't answer must leave it as it was. */
export type Ask = (text: string, values: readonly unknown[]) => Promise<Row[]>;

export type Asks = {
  ask: Ask;
  /** Asks what clients thought of and what leads into other collections, for a shorter time; without it all is asked the same way. */
  askWide?: Ask;
};

/** When so many filters of one viewer ran out of time, no more of theirs are asked about a change. */
const mostSlow = 3;
/** How many filters of each viewer ran out of time. */
type Slow = Map<string, number>;

/**
 * Characters of filters, and different filters, of one viewer, of guests of one network, that are asked about a change: reading one takes the processor
 * some 0.3 ms, however often something changes. Those beyond are not told.
 */
const mostAsked = { characters: 40_000, filters: 200 };
/** How much was asked already, by whose it is. */
type Asked = Map<string, { characters: number; filters: number }>;

type Open = { group: Group; condition: RawBuilder<unknown> };

/**
 * The groups that may hear of a change: the rule lets them, and their own filter, which may ask what clients may, wants it. Both are asked of the values
 * that would be sent, many groups in one statement: the stored record may have changed again since.
 */
export async function chooseGroups(
  engine: Engine,
  groups: readonly Group[],
  change: Change,
  { ask, askWide }: Asks,
): Promise<Group[]> {
  const asked: Asked = new Map();
  if (!askWide) return chooseSome(engine, groups, change, { ask, asked });
  const chosen = await chooseSome(
    engine,
    groups.filter((group) => !isWide(group)),
    change,
    { ask, asked },
  );
  const slow: Slow = new Map();
  chosen.push(...(await chooseSome(engine, groups.filter(isWide), change, { ask: askWide, asked, slow })));
  return chosen;
}

const isWide = ({ request, filter }: Group) => !request.auth?.isSuperuser && namesOthers(filter);

/** With `slow`, a group that runs out of time is left out and noted there; without, it is the end of all. */
type Manner = { ask: Ask; asked: Asked; slow?: Slow };

async function chooseSome(engine: Engine, groups: readonly Group[], change: Change, manner: Manner): Promise<Group[]> {
  const chosen: Group[] = [];
  for (let at = 0; at < groups.length; at += together) {
    const some = groups.slice(at, at + together);
    const open: Open[] = [];
    for (const group of some) {
      const condition = conditionOf(engine, change.collection, group, manner);
      if (condition === true) chosen.push(group);
      else if (condition !== false) open.push({ group, condition });
    }
    chosen.push(...(await chooseOpen(engine, open, change, manner)));
    // Requests are answered in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return chosen;
}

async function chooseOpen(engine: Engine, groups: readonly Open[], change: Change, manner: Manner): Promise<Group[]> {
  const { ask, slow } = manner;
  const open = groups.filter(({ group }) => timesSlow(slow, group) < mostSlow);
  const [first] = open;
  if (!first) return [];
  try {
    const [row] = await ask(...statementOf(change, open));
    return open.flatMap(({ group }, index) => (row?.[`c${index}`] === true ? [group] : []));
  } catch (error) {
    const isLate = databaseErrorCode(error) === outOfTime;
    if (isLate && !slow) throw error;
    if (open.length > 1) {
      const alone = [];
      for (const each of open) alone.push(...(await chooseOpen(engine, [each], change, manner)));
      return alone;
    }
    if (isLate) slow?.set(first.group.viewer, timesSlow(slow, first.group) + 1);
    // Values that the table can't hold make no row, so no rule is met. One that can't be answered must not keep the others from hearing.
    if (!databaseErrorCode(error)?.startsWith('22')) logUnserved(engine, change, error);
    return [];
  }
}

function timesSlow(slow: Slow | undefined, { viewer }: Group): number {
  return slow?.get(viewer) ?? 0;
}

function statementOf({ collection, row }: Change, open: readonly Open[]): [string, readonly unknown[]] {
  const columns = open.map(({ condition }, index) => sql`(${condition}) is true as ${sql.id(`c${index}`)}`);
  const { text, values } = compileSql(sql`select ${sql.join(columns)} from ${rowToSelect(collection, row)} as t`);
  return [text, values];
}

function conditionOf(engine: Engine, collection: Collection, group: Group, { asked }: Manner): Condition {
  const { request, rule, filter } = group;
  const isSuperuser = request.auth?.isSuperuser === true;
  if (!isSuperuser && rule === null) return false;
  if (!isSuperuser && /@(?:collection|request)\./.test(filter)) return false;
  const allowed = isSuperuser ? true : compileRule(engine, { collection, rule: rule ?? '', request });
  if (allowed === false || filter === '') return allowed;
  if (!isSuperuser && !mayAsk(asked, group)) return false;
  const count = newCount();
  const mode = isSuperuser ? 'superuser' : 'client';
  const wanted = wantedOf(engine, { collection, filter, request, mode, alias: 't', count });
  const { auth } = request;
  if (auth) {
    engine.hooks.watcher
      .noteSearch({ auth, named: count.named, asked: { filter }, isTold: true })
      .catch((error: unknown) => engine.log.error({ err: error }, 'A search could not be noted.'));
  }
  if (wanted === false || allowed === true) return wanted;
  return wanted === true ? allowed : sql`(${allowed}) and (${wanted})`;
}

function mayAsk(asked: Asked, group: Group): boolean {
  const payer = payerOf(group, group.listeners[0]?.client.ip ?? '');
  const { characters, filters } = asked.get(payer) ?? { characters: 0, filters: 0 };
  const now = { characters: characters + group.filter.length, filters: filters + 1 };
  asked.set(payer, now);
  return now.characters <= mostAsked.characters && now.filters <= mostAsked.filters;
}

function wantedOf(engine: Engine, question: Parameters<typeof compileFilter>[1]): Condition {
  try {
    return compileFilter(engine, question);
  } catch (error) {
    // What a budget refuses is not wanted either.
    if (error instanceof FilterError || error instanceof ApiError) return false;
    throw error;
  }
}

/** One subscription that can't be served must not keep the others from hearing. */
export function logUnserved(engine: Engine, { collection }: Change, error: unknown): void {
  engine.log.warn({ err: error, collection: collection.name }, 'A subscriber could not be told of a change.');
}
