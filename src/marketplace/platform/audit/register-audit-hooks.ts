import type { Engine } from '#engine/engine.ts';
import type { FileEvent, OperatorCall, Watcher } from '#engine/records/record-hooks.ts';
import { findRow } from '#engine/records/record-store.ts';
import type { AuditAction } from '#rules/staff/audit-actions.ts';
import { isOwn, isStaff, nameOf } from './is-staff.ts';
import { createLookNotes, lookerOf } from './note-looks.ts';
import { statesOf } from './states-of.ts';
import { changesBetween, writeAudit } from './write-audit.ts';

/**
 * Leaves an audit entry for every write of the platform's people and superusers to records of the product and to accounts, for what superusers
 * change besides (settings, collections, backups, whose account they act in), for each look at a protected file, and by the hour for those at accounts,
 * conversations, claims and requests (docs/api.md). A feature
 * has nothing to do for it. What people do to their own records is theirs; records of collections that operators made are the operators'.
 */
export function registerAuditHooks(engine: Engine): void {
  const looks = createLookNotes(engine);
  const watcher: Watcher = {
    isWatched: ({ auth, system, record, original, collection }) =>
      !system &&
      auth !== null &&
      isStaff(auth) &&
      (collection.managed || collection.type === 'auth') &&
      !isOwn(auth, original ?? record, collection.name),
    async noteWrite({ tx, auth, record, original, collection, row }, action) {
      if (!auth) return;
      const changes = action === 'delete' ? [] : changesBetween(original ?? {}, record);
      // Who changes nothing is answered the record all the same.
      if (action === 'update' && changes.length === 0) {
        return looks.noteLook({ collection, rows: [row ?? record], auth, db: tx });
      }
      await writeAudit(tx, {
        auth,
        nowMs: engine.clock.nowMs(),
        action,
        collection: collection.name,
        record: String(record.id),
        recordName: nameOf(record),
        changes: changes.filter(({ field }) =>
          collection.fields.every(({ name, seenBy }) => name !== field || seenBy !== null),
        ),
        ...statesOf({ collection, record, original }, action),
      });
    },
    noteFile: (event) => noteFile(engine, event),
    ...looks,
    noteCall: (call) => noteCall(engine, call),
  };
  Object.assign(engine.hooks.watcher, watcher);
}

// Papers say who somebody is: each look at one counts, also that of the person whose it is.
async function noteFile(engine: Engine, { auth, collection, record, filename }: FileEvent): Promise<void> {
  if (!auth) return;
  const looker = await lookerOf(engine, auth);
  if (!isStaff(looker) && collection.name !== 'instructor_documents') return;
  await writeAudit(engine.db, {
    auth: looker,
    nowMs: engine.clock.nowMs(),
    action: collection.name === 'reports' ? 'export' : 'view',
    collection: collection.name,
    record: String(record.id),
    recordName: await nameOfFile(engine, { collection, record, filename }),
  });
}

// Whose paper it was, and of what kind: who looks for that knows no names of files.
async function nameOfFile(
  engine: Engine,
  { collection, record, filename }: Pick<FileEvent, 'collection' | 'record' | 'filename'>,
): Promise<string> {
  if (collection.name !== 'instructor_documents') return filename;
  const owner = await findRow(engine.db, engine.collections.get('instructors'), String(record.instructor));
  return [owner?.name, record.kind, filename].filter(Boolean).join(', ');
}

const actions: Record<string, AuditAction> = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' };

async function noteCall(engine: Engine, { auth, method, path, params }: OperatorCall): Promise<void> {
  const [, area = '', ...rest] = path.split('/').filter(Boolean);
  const last = (['impersonate', 'truncate', 'import'] as const).find(
    (word) => rest.includes(word) && rest[0] !== undefined,
  );
  const isImpersonation = last === 'impersonate';
  const collection = isImpersonation ? (engine.collections.find(params.collection ?? '')?.name ?? '') : `_${area}`;
  const record = isImpersonation ? (params.id ?? '') : rest.filter((part) => part !== last).join('/');
  await writeAudit(engine.db, {
    auth,
    nowMs: engine.clock.nowMs(),
    action: last ?? actions[method] ?? 'update',
    collection,
    record,
    recordName: record,
  });
}
