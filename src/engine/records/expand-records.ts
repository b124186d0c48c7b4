import { type RawBuilder, sql } from 'kysely';
import { type Collection, findField, isMultiple, type RelationField } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileRule } from '../filters/compile-rule.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { type BackRelation, findBackRelation } from '../filters/find-back-relation.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { queryRows } from './query-rows.ts';
import type { WireRecord } from './wire-record.ts';

const maxDepth = 6;
const maxBackRecords = 1000;

/** What follows a name in the paths; `isEnd` when one of them ends there. */
type Tree = { isEnd: boolean; inner: Map<string, Tree> };
/** Presents rows without expanding them; given by present-records.ts, which calls this file. */
export type Present = (collection: Collection, rows: readonly Row[], request: RuleRequest) => Promise<WireRecord[]>;

type Expansion = {
  present: Present;
  collection: Collection;
  rows: readonly Row[];
  records: WireRecord[];
  request: RuleRequest;
};

/** Adds `expand` to records for the paths asked for (wire contract, section 7): one query for each relation of a level. */
export async function expandRecords(
  engine: Engine,
  { expand, ...expansion }: Expansion & { expand: string },
): Promise<void> {
  await expandLevel(engine, expansion, parsePaths(expand));
}

function parsePaths(expand: string): Tree {
  const root: Tree = { isEnd: false, inner: new Map() };
  for (const path of expand.replace(/\s+/g, '').split(',')) {
    const parts = path
      .replace(/^(\w+)\((\w+)\)/, '$1_via_$2')
      .split('.')
      .filter(Boolean);
    let level = root;
    for (const part of parts.slice(0, maxDepth)) {
      const next = level.inner.get(part) ?? { isEnd: false, inner: new Map() };
      level.inner.set(part, next);
      level = next;
    }
    level.isEnd = true;
  }
  return root;
}

/** True when a path leads somewhere to its end: one that does not brings nothing along on its way either, as in the reference. */
async function expandLevel(engine: Engine, expansion: Expansion, { inner }: Tree): Promise<boolean> {
  let leadsOn = false;
  for (const [name, tree] of inner) {
    const isExpanded = await expandName(engine, expansion, { name, tree });
    leadsOn ||= isExpanded;
  }
  return leadsOn;
}

async function expandName(
  engine: Engine,
  expansion: Expansion,
  { name, tree }: { name: string; tree: Tree },
): Promise<boolean> {
  const field = findField(expansion.collection, name);
  const isSeen = ({ hidden }: RelationField) => !hidden || expansion.request.auth?.isSuperuser === true;
  if (field?.type === 'relation' && isSeen(field)) return expandRelation(engine, expansion, { field, tree });
  const back = findBackRelation(engine, expansion.collection, name);
  return back && isSeen(back.field) ? expandBack(engine, expansion, { back, name, tree }) : false;
}

function idsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '');
}

async function expandRelation(
  engine: Engine,
  { present, rows, records, request }: Expansion,
  { field, tree }: { field: RelationField; tree: Tree },
): Promise<boolean> {
  const target = engine.collections.find(field.collectionId);
  // Where a record doesn't show whom it belongs to, asking for that one's record is no way around.
  const shown = rows.map((row, index) => (hasField(records[index], field) ? idsOf(row[field.name]) : []));
  const ids = [...new Set(shown.flat())];
  const found = target
    ? await findVisible(engine, { present, target, request, condition: sql`t.id = any (${ids}::text[])`, tree })
    : undefined;
  if (!found) return false;
  const byId = new Map(found.map(({ row, record }) => [String(row.id), record]));
  shown.forEach((own, index) => {
    const linked = own.flatMap((id) => byId.get(id) ?? []);
    place(records[index], field.name, isMultiple(field) ? linked : linked[0]);
  });
  return true;
}

async function expandBack(
  engine: Engine,
  { present, rows, records, request }: Expansion,
  { back, name, tree }: { back: BackRelation; name: string; tree: Tree },
): Promise<boolean> {
  const { from, field, isUnique } = back;
  const ids = rows.map((row) => String(row.id));
  const column = sql`t.${sql.id(field.name)}`;
  const condition = isMultiple(field) ? sql`${column} ?| ${ids}::text[]` : sql`${column} = any (${ids}::text[])`;
  const found = await findVisible(engine, { present, target: from, request, condition, tree });
  if (!found) return false;
  rows.forEach((row, index) => {
    const linked = found
      .filter((item) => hasField(item.record, field) && idsOf(item.row[field.name]).includes(String(row.id)))
      .slice(0, maxBackRecords)
      .map((item) => item.record);
    place(records[index], name, isUnique ? linked[0] : linked);
  });
  return true;
}

function hasField(record: WireRecord | undefined, { name, seenBy }: RelationField): boolean {
  return seenBy === undefined || record?.[name] !== undefined;
}

function place(record: WireRecord | undefined, name: string, value: unknown): void {
  if (!record) return;
  record.expand ??= {};
  const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
  if (!isEmpty && typeof record.expand === 'object' && record.expand !== null)
    Object.assign(record.expand, { [name]: value });
}

type Search = {
  present: Present;
  target: Collection;
  request: RuleRequest;
  condition: RawBuilder<unknown>;
  tree: Tree;
};

type Found = { row: Row; record: WireRecord };

/** The records of `target` that meet the condition and whose viewRule lets the viewer see them in an expand; undefined where nobody may look or no path leads on. */
async function findVisible(
  engine: Engine,
  { present, target, request, condition, tree }: Search,
): Promise<Found[] | undefined> {
  const rule = request.auth?.isSuperuser ? '' : target.viewRule;
  if (rule === null) return undefined;
  const own: RuleRequest = { ...request, context: 'expand' };
  const allowed = compileRule(engine, { collection: target, rule, request: own });
  if (allowed === false) return [];
  const where = allowed === true ? condition : sql`${condition} and ${allowed}`;
  const statement = compileSql(sql`select t.* from ${sql.table(target.name)} as t where ${where} order by t._seq`);
  const rows = await queryRows(engine, target, statement);
  const records = await present(target, rows, request);
  const leadsOn =
    rows.length > 0 && (await expandLevel(engine, { present, collection: target, rows, records, request }, tree));
  if (rows.length > 0 && !tree.isEnd && !leadsOn) return undefined;
  return rows.map((row, index) => ({ row, record: records[index] ?? {} }));
}
