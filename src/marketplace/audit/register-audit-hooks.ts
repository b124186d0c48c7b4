import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { isAdmin } from '../reads/require-admin.ts';
import type { AuditAction } from './audit.store.ts';
import { changesBetween, writeAudit } from './write-audit.ts';

/** Whose records leave a trail when the platform's people touch them. */
const audited = ['users', 'instructors', 'instructor_documents', 'holidays', 'policies', 'reports'] as const;

/**
 * Leaves an audit entry for everything that an admin or superuser does to accounts, instructors, papers, holidays, policies and reports, for each look
 * at a paper (api.md, People) and each report that leaves the house. What people do to their own records is theirs.
 */
export function registerAuditHooks(engine: Engine): void {
  const write = (action: AuditAction) => async (event: InsideEvent) => {
    const { auth, record, original, collection, system } = event;
    if (system || !auth || !isAdmin(auth) || isOwn(auth, record, collection.name)) return;
    const changes = action === 'delete' ? [] : changesBetween(original ?? {}, record);
    if (action === 'update' && changes.length === 0) return;
    await writeAudit(event.tx, {
      auth,
      nowMs: engine.clock.nowMs(),
      action,
      collection: collection.name,
      record: String(record.id),
      recordName: nameOf(record),
      changes,
    });
  };
  for (const name of audited) {
    engine.hooks.on(name, {
      insideCreate: write('create'),
      insideUpdate: write('update'),
      insideDelete: write('delete'),
    });
  }
  for (const [name, action] of [
    ['instructor_documents', 'view'],
    ['reports', 'export'],
  ] as const) {
    engine.hooks.on(name, {
      async beforeServeFile({ auth, record, filename }) {
        if (!auth || !isAdmin(auth)) return;
        await writeAudit(engine.db, {
          auth,
          nowMs: engine.clock.nowMs(),
          action,
          collection: name,
          record: String(record.id),
          recordName: filename,
        });
      },
    });
  }
}

function isOwn(auth: AuthRecord, record: RecordValues, collection: string): boolean {
  return collection === 'users' ? record.id === auth.id : record.user === auth.id;
}

function nameOf({ name, email, kind, date, version }: RecordValues): string {
  return String(name || email || kind || date || version || '');
}
