import type { Queryable } from '#engine/database/database.ts';

/** One field of a record that was changed, as texts that people can read; secrets are only said to have changed. */
export type AuditChange = { field: string; from: string; to: string };

export type NewAuditEntry = {
  createdMs: number;
  actor: string;
  actorName: string;
  actorCollection: string;
  actorRole: string;
  action: string;
  collection: string;
  record: string;
  recordName: string;
  changes: readonly AuditChange[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

export type AuditEntry = Omit<NewAuditEntry, 'changes'> & { id: string; hash: string; changes: AuditChange[] };

/** Writes an entry down. */
export async function insertAuditEntry(db: Queryable, entry: NewAuditEntry): Promise<void> {
  await db.query(
    `insert into audit_entries (created, actor, "actorName", "actorCollection", "actorRole", action, collection, record, "recordName",
       changes, before, after)
     values (to_timestamp($1::double precision / 1000), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
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
    ],
  );
}

/** Empty texts match everything; the instants are epoch milliseconds, from included, to not. */
export type AuditFilter = {
  record: string;
  actor: string;
  collection: string;
  action: string;
  fromMs: number | null;
  toMs: number | null;
};

const filtered = `($1 = '' or record = $1) and ($2 = '' or actor = $2) and ($3 = '' or collection = $3) and ($4 = '' or action = $4)
  and ($5::double precision is null or created >= to_timestamp($5 / 1000)) and ($6::double precision is null or created < to_timestamp($6 / 1000))`;

/** A page of entries, newest first; an empty filter matches everything. */
export async function findAuditEntries(
  db: Queryable,
  { record, actor, collection, action, fromMs, toMs }: AuditFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ items: AuditEntry[]; totalItems: number }> {
  const parameters = [record, actor, collection, action, fromMs, toMs];
  const [items, [count]] = await Promise.all([
    db.query<AuditEntry>(
      `select id::text, (extract(epoch from created) * 1000)::double precision as "createdMs", actor, "actorName",
         "actorCollection", "actorRole", action, collection, record, "recordName", changes, before, after, hash
       from audit_entries where ${filtered} order by sequence desc nulls last limit $7 offset $8`,
      [...parameters, perPage, (page - 1) * perPage],
    ),
    db.query<{ total: number }>(`select count(*)::integer as total from audit_entries where ${filtered}`, parameters),
  ]);
  return { items, totalItems: count?.total ?? 0 };
}
