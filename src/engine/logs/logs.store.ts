import type { Queryable } from '../database/database.ts';

/** One line of the operator's log. Levels: -4 debug, 0 info, 4 warning, 8 error. */
export type LogEntry = {
  id: string;
  /** Epoch milliseconds. */
  createdMs: number;
  level: number;
  message: string;
  data: Record<string, unknown>;
};

/** Writes entries down in their order, in one statement. */
export async function insertLogs(db: Queryable, entries: readonly LogEntry[]): Promise<void> {
  await db.query(
    `insert into _logs (id, created, level, message, data)
     select entry->>'id', to_timestamp((entry->>'createdMs')::double precision / 1000), (entry->>'level')::integer,
       entry->>'message', entry->'data'
     from jsonb_array_elements($1::jsonb) with ordinality as sent (entry, place) order by place`,
    [JSON.stringify(entries, storable)],
  );
}

// Addresses and headers are written by strangers; jsonb takes neither NUL nor half a character.
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}

/** Forgets entries from before an instant, in epoch milliseconds. */
export async function deleteLogsBefore(db: Queryable, beforeMs: number): Promise<void> {
  await db.query('delete from _logs where created <= to_timestamp($1::double precision / 1000)', [beforeMs]);
}

/** Whether an entry with that message was written after an instant, in epoch milliseconds. */
export async function hasLogSince(
  db: Queryable,
  { message, sinceMs }: { message: string; sinceMs: number },
): Promise<boolean> {
  const rows = await db.query(
    'select from _logs where message = $1 and created > to_timestamp($2::double precision / 1000) limit 1',
    [message, sinceMs],
  );
  return rows.length > 0;
}
