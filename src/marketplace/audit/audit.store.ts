import type { Queryable } from '#engine/database/database.ts';

export type AuditAction = 'create' | 'update' | 'delete' | 'view' | 'export';

/** One field of a record that was changed, as texts that people can read; secrets are only said to have changed. */
export type AuditChange = { field: string; from: string; to: string };

export type NewAuditEntry = {
  createdMs: number;
  actor: string;
  actorName: string;
  actorCollection: string;
  action: AuditAction;
  collection: string;
  record: string;
  recordName: string;
  changes: readonly AuditChange[];
};

export type AuditEntry = Omit<NewAuditEntry, 'changes'> & { id: string; changes: AuditChange[] };

/** Writes an entry down. */
export async function insertAuditEntry(db: Queryable, entry: NewAuditEntry): Promise<void> {
  await db.query(
    `insert into audit_entries (created, actor, "actorName", "actorCollection", action, collection, record, "recordName", changes)
     values (to_timestamp($1::double precision / 1000), $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry.createdMs,
      entry.actor,
      entry.actorName,
      entry.actorCollection,
      entry.action,
      entry.collection,
      entry.record,
      entry.recordName,
      JSON.stringify(entry.changes),
    ],
  );
}

export type AuditFilter = { record: string; actor: string; collection: string; action: string };

const filtered = `($1 = '' or record = $1) and ($2 = '' or actor = $2) and ($3 = '' or collection = $3) and ($4 = '' or action = $4)`;

/** A page of entries, newest first; an empty filter matches everything. */
export async function findAuditEntries(
  db: Queryable,
  { record, actor, collection, action }: AuditFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ items: AuditEntry[]; totalItems: number }> {
  const parameters = [record, actor, collection, action];
  const [items, [count]] = await Promise.all([
    db.query<AuditEntry>(
      `select id::text, (extract(epoch from created) * 1000)::double precision as "createdMs", actor, "actorName",
         "actorCollection", action, collection, record, "recordName", changes
       from audit_entries where ${filtered} order by id desc limit $5 offset $6`,
      [...parameters, perPage, (page - 1) * perPage],
    ),
    db.query<{ total: number }>(`select count(*)::integer as total from audit_entries where ${filtered}`, parameters),
  ]);
  return { items, totalItems: count?.total ?? 0 };
}
