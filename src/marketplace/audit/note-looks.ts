import { authRecordOf } from '#engine/auth/load-auth.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { LookEvent } from '#engine/records/record-hooks.ts';
import { findRow } from '#engine/records/record-store.ts';
import { insertLook } from './audit.store.ts';
import { isOwn, isStaff, nameOf } from './is-staff.ts';
import { type Looked, lookedAt } from './private-records.ts';
import { auditEntryOf } from './write-audit.ts';

const hourMs = 3_600_000;
const mostRemembered = 20_000;

/**
 * Writes down who of the platform's people looked at whose account, conversation, claim or request: once an hour for each of them and each record, before
 * it is answered. A list is one look, at nothing in particular. Who looks through somebody's account looks as themselves.
 */
export function createLookNotes(engine: Engine): (event: LookEvent) => Promise<void> {
  // What this server has seen written down; the database asks again where it hasn't.
  const noted = new Map<string, number>();
  engine.restoration.add(() => noted.clear());
  return async (event) => {
    const told = lookedAt(event.collection.name);
    if (!told || !isWatched(event.auth)) return;
    const others = event.rows.filter((row) => isOthers(event, told, row));
    const records = [...new Set(others.map((row) => String(row[told.by])))];
    if (records.length === 0) return;
    const isOne = records.length === 1;
    const record = isOne ? String(records[0]) : '';
    const nowMs = engine.clock.nowMs();
    const hour = Math.floor(nowMs / hourMs);
    const key = `${event.auth.actor || event.auth.id} ${told.of} ${record}`;
    if (noted.get(key) === hour) return;
    if (noted.size >= mostRemembered) noted.clear();
    const [row] = others;
    const recordName = isOne && told.by === 'id' && row ? nameOf(row) : '';
    const deed = { nowMs, action: 'view' as const, collection: told.of, record, recordName };
    await insertLook(engine.db, auditEntryOf({ ...deed, auth: await lookerOf(engine, event.auth) }), hour * hourMs);
    noted.set(key, hour);
  };
}

function isWatched(auth: AuthRecord): boolean {
  return auth.actor !== '' || isStaff(auth);
}

function isOthers({ auth, collection }: LookEvent, { isBetweenPeople = false }: Looked, row: Row): boolean {
  if (auth.actor !== '' || auth.isSuperuser) return true;
  return !isBetweenPeople && !isOwn(auth, row, collection.name);
}

/** Who looks: of somebody else's account the one who looks through it. */
async function lookerOf(engine: Engine, auth: AuthRecord): Promise<AuthRecord> {
  if (auth.actor === '') return auth;
  const collection = engine.collections.get('users');
  const row = await findRow(engine.db, collection, auth.actor);
  return row ? authRecordOf(engine, { collection, row }, { hasSecondFactor: true }) : auth;
}
