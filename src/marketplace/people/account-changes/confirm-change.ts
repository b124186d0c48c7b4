import { writeAsOne } from '#engine/batch/write-as-one.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { createRecord } from '#engine/records/create-record.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { operator } from '../../platform/audit/write-audit.ts';
import { isAdminOfAWeek, requireStaffBefore } from '../../platform/rights/held-role.ts';
import { endChange, lockChange } from './account-changes.store.ts';
import { announceDone } from './announce-change.ts';
import { applyChange, type ChangeWay, changeWays } from './apply-change.ts';

const refusal = 'Failed to create record.';

/** Who says the second word goes into its record. */
export function noteConfirmer({ record, auth, system }: RecordEvent): void {
  if (system) return;
  Object.assign(record, {
    way: auth?.isSuperuser ? 'command_line' : 'administrator',
    confirmer: auth?.id ?? '',
    confirmerName: String(auth?.row.name || auth?.row.email || ''),
  });
}

/**
 * Judges the second word while nobody else can decide: it is about a change that waits, and an administrator's who neither asked for it nor is whom it is
 * about. Of what opens an account it is somebody's who has been an administrator for seven days, of a colleague's part in the staff somebody's who was one before
 * it was asked for.
 */
export async function checkConfirmation(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record, auth, system } = event;
  const nowMs = engine.clock.nowMs();
  const change = await lockChange(tx, String(record.change));
  if (change?.status !== 'waiting' || change.expiresMs <= nowMs) throw refuseCreate('change', ...notWaiting);
  if (system || !auth || auth.isSuperuser) return;
  if (change.starter === auth.id)
    throw refuseCreate('change', 'same_person', 'A second person has to confirm this: you asked for it.');
  if (change.user === auth.id)
    throw refuseCreate('change', 'own_case', 'You are part of this. Somebody else has to decide it.');
  if (change.field === 'role' || change.field === 'suspended') {
    await requireStaffBefore(tx, event, { right: 'roles', begunMs: change.createdMs, field: 'change', refusal });
  } else if (!(await isAdminOfAWeek(tx, auth.id, nowMs))) {
    throw refuseCreate(
      'change',
      'not_staff_then',
      'Somebody has to confirm this who has been an administrator for seven days.',
    );
  }
}

const notWaiting: [string, string] = ['not_waiting', 'Nothing waits to be confirmed here.'];

/** What was asked for happens, and everybody whom it concerns is told. */
export async function confirmChange(engine: Engine, { tx, record, auth }: InsideEvent): Promise<void> {
  const id = String(record.change);
  const change = await lockChange(tx, id);
  const way = changeWays.find((known) => known === record.way) ?? 'administrator';
  const row = change && (await endChange(tx, { id, status: 'done', nowMs: engine.clock.nowMs() }));
  if (!row) throw refuseCreate('change', ...notWaiting);
  const by = auth ?? (way === 'command_line' ? operator : null);
  await applyChange(engine, tx, { change, by, way });
  await announceDone(engine, tx, { ...change, way, confirmerName: String(record.confirmerName) });
  tx.afterCommit(() => publishRow(engine, 'account_changes', row));
}

/** The second word of what is no signed-in administrator: the old address, the operator's command line, or time. */
export async function confirmBySystem(
  engine: Engine,
  { id, way }: { id: string; way: Exclude<ChangeWay, 'administrator' | 'at_once' | 'lock'> },
): Promise<void> {
  await writeAsOne(engine, async (inside) => {
    await createRecord(inside, {
      collection: inside.collections.get('account_change_confirmations'),
      body: { fields: { change: id, way }, files: {} },
      request: { context: 'default', method: 'POST', auth: null, query: {}, headers: {}, body: {} },
      system: true,
    });
  });
}
