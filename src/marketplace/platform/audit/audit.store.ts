import type { Queryable } from '#engine/database/database.ts';
import type { AuditChange, AuditEntry } from '#wire/users.ts';

/** An entry that was written, with its instant in epoch milliseconds. */
export type AuditRow = Omit<AuditEntry, 'created'> & { createdMs: number };

export type NewAuditEntry = Omit<AuditRow, 'id' | 'hash' | 'changes'> & { changes: readonly AuditChange[] };

/** Writes an entry down. */
export async function insertAuditEntry(db: Queryable, entry: NewAuditEntry): Promise<void> {
  await db.query(`${inserting} values (${columnValues})`, valuesOf(entry));
}

/**
 * Writes looks down at records of one collection as one entry, but for those of which one of the same person since then is. Of several it says how many,
 * and which.
 */
export async function insertLooks(
  db: Queryable,
  { recordName, ...entry }: NewAuditEntry,
  { records, sinceMs }: { records: readonly string[]; sinceMs: number },
): Promise<void> {
  const { createdMs, actor, actorName, actorCollection, actorRole, action, collection } = entry;
  await db.query(
    `${inserting}
     with since as (select to_timestamp($10::double precision / 1000) as instant),
     looked as (
       select count(*)::integer as count, jsonb_agg(one.id order by one.place) as records
       from unnest($8::text[]) with ordinality as one (id, place), since
       where not exists (select from audit_entries e where e.action = 'view' and e.actor = $2 and e.collection = $7 and e.record = one.id
           and e.created >= since.instant)
         and not exists (select from audit_entries e where e.action = 'view' and e.actor = $2 and e.collection = $7 and e.record = ''
           and e.created >= since.instant and e.after -> 'records' ? one.id))
     select to_timestamp($1::double precision / 1000), $2::text, $3::text, $4::text, $5::text, $6::text, $7::text,
       case count when 1 then records ->> 0 else '' end, case count when 1 then $9::text else '' end, '[]', null,
       case when count > 1 then jsonb_build_object('count', count, 'records', records) end
     from looked where count > 0`,
    [createdMs, actor, actorName, actorCollection, actorRole, action, collection, records, recordName, sinceMs],
  );
}

const inserting = `insert into audit_entries (created, actor, "actorName", "actorCollection", "actorRole", action, collection, record, "recordName",
  changes, before, after)`;
const columnValues = `to_timestamp($1::double precision / 1000), $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text,
  $10::jsonb, $11::jsonb, $12::jsonb`;

function valuesOf(entry: NewAuditEntry): unknown[] {
  return [
    entry.createdMs,
    entry.actor,
    entry.actorName,
    entry.actorCollection,
    entry.actorRole,
    entry.action,
    entry.collection,
    entry.record,
    entry.recordName,
    JSON.stringify(entry.changes),
    entry.before && JSON.stringify(entry.before),
    entry.after && JSON.stringify(entry.after),
  ];
}

/** Empty texts match everything; the instants are epoch milliseconds, from included, to not. */
export type AuditFilter = {
  /** Words that stand in the entry, each from its beginning: of each list one of them. */
  words: readonly (readonly string[])[];
  record: string;
  actor: string;
  collection: string;
  action: string;
  /** Leaves out what was looked at only. */
  isWithoutLooks: boolean;
  fromMs: number | null;
  toMs: number | null;
};

// As the index has it.
const words = `to_tsvector('simple', "actorName" || ' ' || actor || ' ' || action || ' ' || collection || ' ' || record || ' ' || "recordName" || ' ' ||
  changes::text || ' ' || coalesce(before::text, ''))`;
const filtered = `($1 = '' or record = $1 or (action = 'view' and record = '' and after -> 'records' ? $1)) and ($2 = '' or actor = $2) and ($3 = '' or collection = $3) and ($4 = '' or action = $4)
  and ($5::double precision is null or created >= to_timestamp($5 / 1000)) and ($6::double precision is null or created < to_timestamp($6 / 1000))
  and ($7 = '' or ${words} @@ to_tsquery('simple', $7)) and (not $8::boolean or action <> 'view')`;

/** Each entry has the place after the one before, and none is ever removed: the last place is how many there are. Those of before the chain have none. */
const countOfAll = `select (coalesce(max(sequence), 0) + count(*) filter (where sequence is null))::integer as total from (
  (select sequence from audit_entries where sequence is not null order by sequence desc limit 1)
  union all (select sequence from audit_entries where sequence is null)) ends`;

/** A page of entries, newest first; an empty filter matches everything. */
export async function findAuditEntries(
  db: Queryable,
  { record, actor, collection, action, isWithoutLooks, fromMs, toMs, words: sought }: AuditFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ items: AuditRow[]; totalItems: number }> {
  // Each word as it stands, in quotes: what would be an operator is a letter like others.
  const quoted = (word: string) => `'${word.replaceAll('\\', ' ').replaceAll("'", ' ')}':*`;
  const query = sought.map((any) => `(${any.map(quoted).join(' | ')})`).join(' & ');
  const parameters = [record, actor, collection, action, fromMs, toMs, query, isWithoutLooks];
  const isEverything = parameters.every((asked) => asked === '' || asked === null || asked === false);
  const [items, [count]] = await Promise.all([
    db.query<AuditRow>(
      `select id::text, (extract(epoch from created) * 1000)::double precision as "createdMs", actor, "actorName",
         "actorCollection", "actorRole", action, collection, record, "recordName", changes, before, after, hash
       from audit_entries where ${filtered} order by sequence desc nulls last limit $9 offset $10`,
      [...parameters, perPage, (page - 1) * perPage],
    ),
    isEverything
      ? db.query<{ total: number }>(countOfAll)
      : db.query<{ total: number }>(
          `select count(*)::integer as total from audit_entries where ${filtered}`,
          parameters,
        ),
  ]);
  return { items, totalItems: count?.total ?? 0 };
}
