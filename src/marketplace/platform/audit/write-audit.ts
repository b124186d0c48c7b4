import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Queryable } from '#engine/database/database.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { AuditAction } from '#rules/staff/audit-actions.ts';
import type { AuditChange } from '#wire/users.ts';
import { insertAuditEntry, type NewAuditEntry } from './audit.store.ts';
import { cutText } from './cut-text.ts';

/** What an entry says of who did something. */
export type AuditActor = Pick<AuthRecord, 'id' | 'collectionName' | 'isSuperuser' | 'row'>;

/** Who works at the operator's command line. */
export const operator: AuditActor = {
  id: '',
  collectionName: '_superusers',
  isSuperuser: true,
  row: { name: 'Command line' },
};

export type AuditDeed = {
  auth: AuditActor;
  nowMs: number;
  action: AuditAction;
  collection: string;
  record: string;
  recordName: string;
  changes?: readonly AuditChange[];
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/** Writes down what one of the platform's people does; call it in the transaction of the deed. */
export async function writeAudit(db: Queryable, deed: AuditDeed): Promise<void> {
  await insertAuditEntry(db, auditEntryOf(deed));
}

/** What is written down of a deed. */
export function auditEntryOf({
  auth,
  nowMs,
  changes = [],
  before = null,
  after = null,
  ...deed
}: AuditDeed): NewAuditEntry {
  return {
    ...deed,
    createdMs: nowMs,
    actor: auth.id,
    actorName: String(auth.row.name || auth.row.email || auth.id),
    actorCollection: auth.collectionName,
    actorRole: auth.isSuperuser ? 'superuser' : String(auth.row.role ?? ''),
    changes,
    before,
    after,
  };
}

const secrets = new Set(['password', 'tokenKey']);
const untold = new Set(['id', 'created', 'updated', 'collectionId', 'collectionName']);

/** What differs between two states of a record. Values are cut to 200 characters; of secrets only that they changed is said. */
export function changesBetween(before: Readonly<Record<string, unknown>>, after: RecordValues): AuditChange[] {
  return Object.keys(after).flatMap((field) => {
    if (untold.has(field)) return [];
    const [from, to] = [textOf(before[field]), textOf(after[field])];
    if (from === to) return [];
    return secrets.has(field)
      ? [{ field, from: '', to: 'changed' }]
      : [{ field, from: cutText(from), to: cutText(to) }];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
