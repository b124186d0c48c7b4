import type { Database, Queryable, Transaction } from '../database/database.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import type { Ending } from './endings.ts';

/** Tells every part of every server that a backup was restored: what they remember may be wrong now. */
export type Restoration = {
  /** `forget` runs on this server whenever a backup was restored, by whichever server. */
  add: (forget: () => void | Promise<void>) => void;
  tell: () => Promise<void>;
  /** `check` answers what is wrong with the rows that are about to be restored, a sentence each; one is enough to refuse the backup. */
  addCheck: (check: RestoreCheck) => void;
  /** What all checks find wrong, by the tables that `db` finds. */
  check: RestoreCheck;
  /** `update` brings rows of an older version up to this one as a start would, in the transaction that restores them. */
  addUpdate: (update: RestoreUpdate) => void;
  update: RestoreUpdate;
  /** `record` writes down that a backup was restored, in the transaction that does it. */
  addRecord: (record: RestoreRecord) => void;
  record: RestoreRecord;
  /** What of a table stays ended when a backup of before is restored. */
  addEndings: (endings: readonly Ending[]) => void;
  endings: () => readonly Ending[];
  /** Listens to the other servers. */
  start: () => Promise<void>;
};

/** `place`: the rows lie in a schema of their own and nothing was touched yet, or they are live, and everybody waits. */
export type RestoreCheck = (db: Queryable, place: 'staged' | 'live') => Promise<string[]>;
/** `isPast`: the backup is of this database's own past, so copies of the live rows are there (`liveCopy`). */
export type RestoreUpdate = (tx: Transaction, facts: { isPast: boolean }) => Promise<void>;
export type RestoreRecord = (db: Queryable, facts: RestoreFacts) => Promise<void>;
/** Which backup was restored, when, and by whom; by nobody when the server did it by itself. */
export type RestoreFacts = { backup: string; auth: AuthRecord | null; nowMs: number };

const channel = 'kerbside_restored';

/** Nobody to tell yet. */
export function createRestoration(db: Database, onError: (error: unknown) => void): Restoration {
  const forgets: Array<() => void | Promise<void>> = [];
  const checks: RestoreCheck[] = [];
  const updates: RestoreUpdate[] = [];
  const records: RestoreRecord[] = [];
  const endings: Ending[] = [];
  const forgetAll = async () => {
    for (const forget of forgets) await forget();
  };
  return {
    add: (forget) => void forgets.push(forget),
    addCheck: (check) => void checks.push(check),
    async check(db, place) {
      const found: string[] = [];
      for (const check of checks) found.push(...(await check(db, place)));
      return found;
    },
    addUpdate: (update) => void updates.push(update),
    async update(tx, facts) {
      for (const update of updates) await update(tx, facts);
    },
    addRecord: (record) => void records.push(record),
    async record(db, facts) {
      for (const record of records) await record(db, facts);
    },
    addEndings: (added) => void endings.push(...added),
    endings: () => endings,
    async tell() {
      await forgetAll();
      await db.query('select pg_notify($1, $2)', [channel, '']);
    },
    start: () => db.listen(channel, () => void forgetAll().catch(onError)),
  };
}
