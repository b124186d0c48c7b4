import { type RawBuilder, sql } from 'kysely';
import {
  type Collection,
  columnOf,
  findField,
  isMultiple,
  type RelationField,
  type Rule,
} from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileRule } from '../filters/compile-rule.ts';
import { placeOfChosen } from '../filters/compile-sort.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { type BackRelation, findBackRelation } from '../filters/find-back-relation.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { budgetOf, overBudget } from '../limits/budgets.ts';
import { type ExpandPurse, openExpandPurse } from './expand-purse.ts';
import { type ExpandTree, parseExpand } from './parse-expand.ts';
import { queryRows } from './query-rows.ts';
import type { WireRecord } from './wire-record.ts';

const maxBackRecords = 1000;

/** Presents rows without expanding them; given by present-records.ts, which calls this file. */
export type Present = (collection: Collection, rows: readonly Row[], request: RuleRequest) => Promise<WireRecord[]>;

type Asked = {
  present: Present;
  collection: Collection;
  rows: readonly Row[];
  records: WireRecord[];
  request: RuleRequest;
};
type Expansion = Asked & { purse: ExpandPurse };

/**
 * Adds `expand` to records for the paths asked for (wire contract, section 7): one query for each relation of a level. Throws 400 for more than an
 * answer may be expanded by.
 */
export async function expandRecords(engine: Engine, { expand, ...asked }: Asked & { expand: string }): Promise<void> {
  const { tree, names } = parseExpand(expand);
  const settings = engine.settings.current();
  if (names > budgetOf(settings, 'expandNames')) throw overBudget('expandNames');
  const isOneOfMany = asked.request.context === 'batch';
  const purse = openExpandPurse(settings, isOneOfMany ? settings.batch.maxRequests : 1);
  await expandLevel(engine, { ...asked, purse }, tree);
}

/** True when a path leads somewhere to its end: one that does not brings nothing along on its way either, as in the reference. */
async function expandLevel(engine: Engine, expansion: Expansion, { inner }: ExpandTree): Promise<boolean> {
  let leadsOn = false;
  for (const [name, tree] of inner) {
    const isExpanded = await expandName(engine, expansion, { name, tree });
    leadsOn ||= isExpanded;
  }
  expansion.purse.check(expansion.records);
  return leadsOn;
}

async function expandName(
  engine: Engine,
  expansion: Expansion,
  { name, tree }: { name: string; tree: ExpandTree },
): Promise<boolean> {
  const field = findField(expansion.collection, name);
  const isSeen = ({ hidden }: RelationField) => !hidden || expansion.request.auth?.isSuperuser === true;
  if (field?.type === 'relation' && isSeen(field)) return expandRelation(engine, expansion, { field, tree });
  const back = findBackRelation(engine, expansion.collection, fromOlderName(name));
  return back && isSeen(back.field) ? expandBack(engine, expansion, { back, name, tree }) : false;
}

/** `posts(author)` is the older way to write `posts_via_author`; the records stand under the name that was asked for. */
function fromOlderName(name: string): string {
  return name.replace(/^(\w+)\((\w+)\)$/, '$1_via_$2');
}

function idsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '');
}

async function expandRelation(
  engine: Engine,
  expansion: Expansion,
  { field, tree }: { field: RelationField; tree: ExpandTree },
): Promise<boolean> {
  const { rows, records } = expansion;
  const target = engine.collections.find(field.collectionId);
  // Where a record doesn't show whom it belongs to, asking for that one's record is no way around.
  const shown = rows.map((row, index) => (hasField(records[index], field) ? idsOf(row[columnOf(field)]) : []));
  const ids = [...new Set(shown.flat())];
  const condition = sql`t.id = any (${ids}::text[])`;
  const found = target ? await findVisible(engine, expansion, { target, condition, tree }) : undefined;
  if (!found) return false;
  const byId = new Map(found.map(({ row, record }): [string, WireRecord] => [String(row.id), record]));
  shown.forEach((own, index) => {
    const linked = own.map((id) => byId.get(id)).filter((record) => record !== undefined);
    place(expansion, { into: records[index], name: field.name, linked, isList: isMultiple(field) });
  });
  return true;
}

async function expandBack(
  engine: Engine,
  expansion: Expansion,
  { back, name, tree }: { back: BackRelation; name: string; tree: ExpandTree },
): Promise<boolean> {
  const { rows, records } = expansion;
  const { from, field, isUnique } = back;
  const ids = rows.map((row) => String(row.id));
  const column = sql`t.${sql.id(columnOf(field))}`;
  const condition = isMultiple(field) ? sql`${column} ?| ${ids}::text[]` : sql`${column} = any (${ids}::text[])`;
  // Of a relation to one record each the database can keep as many as are shown; the rest need not be read.
  const perOwner = isMultiple(field) ? undefined : column;
  const found = await findVisible(engine, expansion, { target: from, condition, tree, perOwner, seenBy: field.seenBy });
  if (!found) return false;
  const byOwner = new Map<string, WireRecord[]>();
  for (const { row, record } of found) {
    for (const id of new Set(idsOf(row[columnOf(field)]))) {
      const linked = byOwner.get(id) ?? [];
      if (linked.length < maxBackRecords) linked.push(record);
      byOwner.set(id, linked);
    }
  }
  rows.forEach((row, index) => {
    const linked = byOwner.get(String(row.id)) ?? [];
    place(expansion, { into: records[index], name, linked, isList: !isUnique });
  });
  return true;
}

function hasField(record: WireRecord | undefined, { name, seenBy }: RelationField): boolean {
  return seenBy === undefined || record?.[name] !== undefined;
}

type Placing = { into: WireRecord | undefined; name: string; linked: readonly WireRecord[]; isList: boolean };

function place({ purse }: Expansion, { into, name, linked, isList }: Placing): void {
  if (!into) return;
  into.expand ??= {};
  const shown = isList ? linked : linked.slice(0, 1);
  if (shown.length === 0 || typeof into.expand !== 'object' || into.expand === null) return;
  Object.assign(into.expand, { [name]: isList ? shown : shown[0] });
  purse.put(into, shown);
}

type Search = {
  target: Collection;
  condition: RawBuilder<unknown>;
  tree: ExpandTree;
  /** Where each owner is shown so many at most: the column that names the owner. */
  perOwner?: RawBuilder<unknown> | undefined;
  /** Who is shown what ties the records to their owner. To others they are tied to nobody. */
  seenBy?: Rule | undefined;
};

type Found = { row: Row; record: WireRecord };

/** The records of `target` that meet the condition and whose viewRule lets the viewer see them in an expand; undefined where nobody may look or no path leads on. */
async function findVisible(engine: Engine, expansion: Expansion, search: Search): Promise<Found[] | undefined> {
  const { target, tree, condition, seenBy = '' } = search;
  const { present, request, purse } = expansion;
  const rules = request.auth?.isSuperuser ? [] : [target.viewRule, seenBy];
  if (rules[0] === null) return undefined;
  const own: RuleRequest = { ...request, context: 'expand' };
  const allowed = rules.map((rule) => rule !== null && compileRule(engine, { collection: target, rule, request: own }));
  if (allowed.includes(false)) return [];
  const where = [condition, ...allowed.filter((each) => typeof each !== 'boolean')];
  const rows = await readRows(engine, purse, { ...search, condition: sql.join(where, sql` and `) });
  purse.read(rows.length);
  const records = await present(target, rows, request);
  const leadsOn =
    rows.length > 0 && (await expandLevel(engine, { ...expansion, collection: target, rows, records }, tree));
  if (rows.length > 0 && !tree.isEnd && !leadsOn) return undefined;
  return rows.map((row, index) => ({ row, record: records[index] ?? {} }));
}

/** Never more than one row too many. */
async function readRows(engine: Engine, purse: ExpandPurse, { target, condition, perOwner }: Search): Promise<Row[]> {
  const limit = purse.readable() + 1;
  const read = (from: RawBuilder<unknown>) =>
    queryRows(
      engine,
      target,
      compileSql(sql`select t.* from ${from} order by ${placeOfChosen(target)} limit ${limit}::bigint`),
    );
  const table = sql`${sql.table(target.name)} as t`;
  const rows = await read(sql`${table} where ${condition}`);
  if (rows.length < limit || !perOwner) return rows;
  const place = sql`row_number() over (partition by ${perOwner} order by t._seq)`;
  const ranked = sql`(select t.*, ${place} as _place from ${table} where ${condition}) as t`;
  return read(sql`${ranked} where _place <= ${maxBackRecords}::bigint`);
}
