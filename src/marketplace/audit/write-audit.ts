import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Queryable } from '#engine/database/database.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { type AuditChange, insertAuditEntry } from './audit.store.ts';

export type AuditDeed = {
  auth: AuthRecord;
  nowMs: number;
  action: string;
  collection: string;
  record: string;
  recordName: string;
  changes?: readonly AuditChange[];
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/** Writes down what one of the platform's people does; call it in the transaction of the deed. */
export async function writeAudit(
  db: Queryable,
  { auth, nowMs, changes = [], before = null, after = null, ...deed }: AuditDeed,
): Promise<void> {
  await insertAuditEntry(db, {
    ...deed,
    createdMs: nowMs,
    actor: auth.id,
    actorName: String(auth.row.name || auth.row.email || auth.id),
    actorCollection: auth.collectionName,
    actorRole: auth.isSuperuser ? 'superuser' : String(auth.row.role ?? ''),
    changes,
    before,
    after,
  });
}

const secrets = new Set(['password', 'tokenKey']);
const untold = new Set(['id', 'created', 'updated', 'collectionId', 'collectionName']);
const longestText = 200;

/** What differs between two states of a record. Values are cut to 200 characters; of secrets only that they changed is said. */
export function changesBetween(before: Readonly<Record<string, unknown>>, after: RecordValues): AuditChange[] {
  return Object.keys(after).flatMap((field) => {
    if (untold.has(field)) return [];
    const [from, to] = [textOf(before[field]), textOf(after[field])];
    if (from === to) return [];
    return secrets.has(field) ? [{ field, from: '', to: 'changed' }] : [{ field, from: cut(from), to: cut(to) }];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
