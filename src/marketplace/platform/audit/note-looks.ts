import { authRecordOf } from '#engine/auth/load-auth.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { LookEvent, ReadingEvent, SearchEvent, Watcher } from '#engine/records/record-hooks.ts';
import { findRow } from '#engine/records/record-store.ts';
import { hourMs } from '#rules/time/durations.ts';
import { insertAuditEntry, insertLooks } from './audit.store.ts';
import { isOwn, isStaff, nameOf } from './is-staff.ts';
import { type Looked, lookedAt } from './private-records.ts';
import { auditEntryOf, writeAudit } from './write-audit.ts';

const mostRemembered = 50_000;
/** Of more at once, as in a file of everybody, it is written down how many there were, each time. */
const mostNamed = 1000;

/**
 * Writes down who of the platform's people was shown what is somebody else's, once an hour for each of them and each record, before it is answered. Several
 * records are one entry, which names their collection, how many there are and which. Who looks through somebody's account looks as themselves.
 */
export function createLookNotes(engine: Engine): Pick<Watcher, 'noteLook' | 'noteSearch' | 'noteReading'> {
  // What this server has seen written down; the database asks again where it hasn't.
  const noted = new Map<string, number>();
  engine.restoration.add(() => noted.clear());
  const note = async (event: LookEvent, told: Looked, records: readonly string[]) => {
    const nowMs = engine.clock.nowMs();
    const hour = Math.floor(nowMs / hourMs);
    const keyOf = (record: string) => `${lookerIdOf(event.auth)} ${told.of} ${record}`;
    const fresh = records.filter((record) => noted.get(keyOf(record)) !== hour);
    if (fresh.length === 0) return;
    const looker = { nowMs, auth: await lookerOf(engine, event.auth) };
    const entry = auditEntryOf({ ...looker, action: 'view', collection: told.of, ...namedBy(event, told, fresh) });
    if (fresh.length > mostNamed) return insertAuditEntry(event.db, { ...entry, after: { count: fresh.length } });
    await insertLooks(event.db, entry, { records: fresh, sinceMs: hour * hourMs });
    // What a transaction wrote may not stay.
    if (event.db !== engine.db) return;
    if (noted.size + fresh.length > mostRemembered) noted.clear();
    for (const record of fresh) noted.set(keyOf(record), hour);
  };
  const beside = createTurn(engine);
  const noteReading = async ({ auth, action, collection, record = '', after }: ReadingEvent) => {
    if (!isWatched(auth)) return;
    const nowMs = engine.clock.nowMs();
    const hour = Math.floor(nowMs / hourMs);
    const key = `${lookerIdOf(auth)} ${collection} ${record} ${JSON.stringify(after)}`;
    if (action === 'view' && noted.get(key) === hour) return;
    const looker = await lookerOf(engine, auth);
    const kept = after ? storable(after) : null;
    await writeAudit(engine.db, { auth: looker, nowMs, action, collection, record, recordName: record, after: kept });
    if (noted.size >= mostRemembered) noted.clear();
    if (action === 'view') noted.set(key, hour);
  };
  const noteSearch = async ({ auth, named, asked, isTold }: SearchEvent) => {
    if (!isWatched(auth)) return;
    const after = Object.fromEntries(Object.entries(asked).filter(([, text]) => text !== ''));
    for (const collection of searchedBy(engine, auth, named)) {
      const note = () => noteReading({ auth, action: 'view', collection, after });
      if (isTold) beside(note);
      else await note();
    }
  };
  const noteLook = async (event: LookEvent) => {
    if (!isWatched(event.auth)) return;
    const told = lookedAt(engine.collections.all(), event.collection);
    if (!told) return;
    const others = event.rows.filter((row, place) => isOthers(event, told, row) && shows(told, event.records?.[place]));
    const records = [...new Set(others.map((row) => String(row[told.by] ?? '')))].filter((id) => id !== '');
    if (records.length === 0) return;
    // Its transaction is somebody else's, who must not wait for the trail, nor hold it up.
    if (event.isTold) beside(() => note({ ...event, db: engine.db }, told, records));
    else await note(event, told, records);
  };
  return { noteLook, noteSearch, noteReading };
}

/** Texts as the database's JSON can keep them. */
function storable(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.toWellFormed().replaceAll('\0', '\uFFFD')]),
  );
}

/** As looks at which collections a search counts: those of which it names something private. */
function searchedBy({ collections }: Engine, auth: AuthRecord, named: SearchEvent['named']): Set<string> {
  const found = named.flatMap(({ collection, field }) => {
    const told = lookedAt(collections.all(), collection);
    return told?.fields.includes(field) && (seesAll(auth) || !told.isBetweenPeople) ? [told.of] : [];
  });
  return new Set(found);
}

const seesAll = (auth: AuthRecord) => auth.actor !== '' || auth.impersonator !== '' || auth.isSuperuser;

/** By what people know the one record that was looked at. */
function namedBy({ rows }: LookEvent, told: Looked, [record, ...more]: readonly string[]) {
  const row = more.length === 0 && told.by === 'id' ? rows.find(({ id }) => id === record) : undefined;
  return { record: '', recordName: row ? nameOf(row) : '' };
}

/** Does what it is given one after the other, beside everything else. */
function createTurn(engine: Engine): (work: () => Promise<void>) => void {
  let last = Promise.resolve();
  return (work) => {
    last = last.then(work).catch((error: unknown) => engine.log.error({ err: error }, 'A look could not be noted.'));
  };
}

function isWatched(auth: AuthRecord): boolean {
  return auth.actor !== '' || auth.impersonator !== '' || isStaff(auth);
}

function lookerIdOf({ actor, impersonator, id }: AuthRecord): string {
  return actor || impersonator || id;
}

function isOthers({ auth, collection }: LookEvent, { isBetweenPeople }: Looked, row: Row): boolean {
  if (seesAll(auth)) return true;
  return !isBetweenPeople && !isOwn(auth, row, collection.name);
}

function shows({ fields }: Looked, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return !record || fields.some((name) => !isBlank(record[name]));
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Who looks: of somebody else's account the one who looks through it. */
export async function lookerOf(engine: Engine, auth: AuthRecord): Promise<AuthRecord> {
  if (auth.actor === '' && auth.impersonator === '') return auth;
  const collection = engine.collections.get(auth.actor === '' ? '_superusers' : 'users');
  const row = await findRow(engine.db, collection, lookerIdOf(auth));
  return row ? authRecordOf(engine, { collection, row }, { secondFactor: 'own' }) : auth;
}
