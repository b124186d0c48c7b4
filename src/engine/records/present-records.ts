import { type RawBuilder, sql } from 'kysely';
import type { Collection, Field } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import { databaseErrorCode, type Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileRule } from '../filters/compile-rule.ts';
import { compileSql } from '../filters/compile-sql.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { ApiError } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { expandRecords, type Present } from './expand-records.ts';
import { findWithheld, keptFields } from './find-withheld.ts';
import type { WireRecord } from './wire-record.ts';

export type Presentation = {
  collection: Collection;
  request: RuleRequest;
  /** The `expand` parameter. */
  expand?: string | undefined;
  /** What the answer tells of has happened already: what can't be found out (an `expand` of too much, a collection gone) is left out, not refused. */
  hasHappened?: true;
  /** The record as it is told of, to ask rules of, where the stored one may have changed again since or be gone. */
  told?: RawBuilder<unknown>;
  /** What the viewer has just written or signed in to, which is told of as that: showing it to them is no look of its own. */
  isNoted?: true;
};

/** Rows as records for a viewer, which is noted as a look where it is one (`Watcher.noteLook`): hidden fields gone, addresses only where they may be seen, hooks' last word, relations expanded. */
export async function presentRecords(
  engine: Engine,
  presentation: Presentation & { rows: readonly Row[] },
): Promise<WireRecord[]> {
  const { collection, request, rows, expand = '' } = presentation;
  const present: Present = (of, some, by) => presentRows(engine, { collection: of, request: by, rows: some });
  const records = await presentRows(engine, presentation);
  if (expand.trim() === '') return records;
  try {
    await expandRecords(engine, { present, collection, rows, records, request, expand });
  } catch (error) {
    if (!mayLeaveOut(presentation, error)) throw error;
    for (const record of records) delete record.expand;
  }
  return records;
}

// Where a transaction is still open, as in a batch, the database's error has ended it.
function mayLeaveOut({ hasHappened, request }: Presentation, error: unknown): boolean {
  if (!hasHappened) return false;
  const isOpen = request.context === 'batch' || request.context === 'realtime';
  return error instanceof ApiError || (!isOpen && databaseErrorCode(error) !== undefined);
}

async function presentRows(
  engine: Engine,
  presentation: Presentation & { rows: readonly Row[] },
): Promise<WireRecord[]> {
  const { collection, request, rows } = presentation;
  const orElse =
    <T>(found: T) =>
    (error: unknown): T => {
      if (!mayLeaveOut(presentation, error)) throw error;
      return found;
    };
  const managed = await findManaged(engine, presentation).catch(orElse(new Set<string>()));
  const withheld = await findWithheld(engine, presentation).catch(orElse(() => keptFields(collection)));
  const { auth } = request;
  const records = rows.map((row) => {
    const id = String(row.id);
    return presentRow(engine, { collection, viewer: auth, row, isManaged: managed.has(id), withheld: withheld(id) });
  });
  if (auth && rows.length > 0 && !presentation.isNoted) {
    const isTold = request.context === 'realtime';
    await engine.hooks.watcher.noteLook({ collection, rows, records, auth, db: engine.db, isTold });
  }
  return records;
}

/** One row as a record for a viewer. */
export async function presentRecord(engine: Engine, presentation: Presentation & { row: Row }): Promise<WireRecord> {
  const [record] = await presentRecords(engine, { ...presentation, rows: [presentation.row] });
  if (!record) throw new Error('A row was not presented.');
  return record;
}

type RowView = {
  collection: Collection;
  viewer: AuthRecord | null;
  row: Row;
  isManaged: boolean;
  /** Names of fields that this viewer is not shown of this row. */
  withheld: readonly string[];
};

function presentRow(engine: Engine, { collection, viewer, row, isManaged, withheld }: RowView): WireRecord {
  const record = recordFromRow(collection, row);
  const wire: WireRecord & { id: string } = { ...record, collectionId: collection.id, collectionName: collection.name };
  const isSuperuser = viewer?.isSuperuser === true;
  for (const field of collection.fields) {
    const shown = shownAs(collection, field, isSuperuser);
    if (shown === 'nothing') delete wire[field.name];
    else if (shown === 'blank') wire[field.name] = '';
  }
  const isOwn = viewer?.collectionId === collection.id && viewer.id === record.id;
  const seesAddress = isOwn || isSuperuser || isManaged || record.emailVisibility === true;
  if (collection.type === 'auth' && !seesAddress) delete wire.email;
  for (const name of withheld) delete wire[name];
  for (const hooks of engine.hooks.of(collection.name)) hooks.present?.(wire, viewer, row);
  return wire;
}

/** Passwords and token keys never leave; a password field that is not hidden leaves as `""`, as in the reference. */
function shownAs(collection: Collection, field: Field, isSuperuser: boolean): 'value' | 'blank' | 'nothing' {
  const isAuth = collection.type === 'auth';
  if (isAuth && (field.name === 'tokenKey' || field.name === 'password')) return 'nothing';
  if (field.hidden && !isSuperuser) return 'nothing';
  return field.type === 'password' ? 'blank' : 'value';
}

/** The ids of those auth records that the viewer manages (wire contract, section 4). */
async function findManaged(
  engine: Engine,
  { collection, request, rows, told = sql.table(collection.name) }: Presentation & { rows: readonly Row[] },
): Promise<Set<string>> {
  const rule = collection.auth?.manageRule;
  const { auth } = request;
  if (!rule || !auth || auth.isSuperuser || rows.length === 0) return new Set();
  const condition = compileRule(engine, { collection, rule, request });
  const ids = rows.map((row) => String(row.id));
  if (typeof condition === 'boolean') return new Set(condition ? ids : []);
  const { text, values } = compileSql(
    sql`select t.id from ${told} as t where t.id = any (${ids}::text[]) and ${condition}`,
  );
  return new Set((await engine.db.query(text, values)).map((row) => String(row.id)));
}
