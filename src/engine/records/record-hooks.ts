import type { Collection, FileField } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Queryable, Row, Transaction } from '../database/database.ts';
import type { Asking } from '../devices/known-device.ts';
import type { Engine } from '../engine.ts';
import type { ApiError } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import type { RequestBody } from '../http/route.ts';

export type RecordEvent = {
  collection: Collection;
  /** Who asks; null for guests and for the server's own work (then `system` is true). */
  auth: AuthRecord | null;
  system: boolean;
  /** The body as sent. A field has many spellings there (`role`, `role+`, …): what is decided is decided by `record` and `original`. */
  body: RequestBody;
  /** The names of the fields that the body gives a value, in whatever spelling. */
  sent: ReadonlySet<string>;
  /** The record about to be written, or written. Hooks may set fields on it before the write. */
  record: RecordValues;
  /** Of a new account: an outside provider says what it is to have, and nobody is there to be asked again. */
  isFromOutside?: boolean;
  /** The record before an update or delete. */
  original: RecordValues | null;
  /** In repeatable collections: what makes two bodies the same, and who sent it (`''` for the server's own work). */
  requestHash: string;
  authorId: string;
  /** From where a new record is sent; absent where the server makes it itself, and of what is changed or deleted. */
  from?: Asking;
  /** Where hooks look things up: in a batch, what its earlier calls wrote is there. */
  db: Queryable;
};

/** Somebody reads a stored file. `auth` is who the file token stands for; null for guests and where a file is not protected. */
export type FileEvent = {
  collection: Collection;
  record: RecordValues;
  field: FileField;
  filename: string;
  auth: AuthRecord | null;
  ip: string;
};

/** Somebody who is signed in is shown records: asked for, listed, brought along by another one, answered by a call of the product, or told of. */
export type LookEvent = {
  collection: Collection;
  rows: readonly Row[];
  /** What is shown of each row; without them all that its viewer may see of it. */
  records?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  auth: AuthRecord;
  db: Queryable;
  /** It is told of a change while other work goes on, which waits for nobody. */
  isTold?: boolean;
};

/** An account is in use: somebody signed in to it, or a session asked for something, told every quarter of an hour at most. */
export type UseEvent = { collection: Collection; id: string; isSignIn: boolean; db: Queryable };

/** The account `id` was signed in to from a device it was not used from before. `cause` is the same for the same device. */
export type NewDeviceEvent = { id: string; userAgent: string; ip: string; cause: string; tx: Transaction };

/**
 * The address of an account is proved for the first time. `isMaker`: by a session of the account, or by its password; `secret`: what the browser that registered
 * it may have kept.
 */
export type ProofEvent = { engine: Engine; collection: Collection; id: string; isMaker: boolean; secret: string };

/** What a proof takes from an account: fields that are set with it, and what ends after that, in the same transaction. */
export type Cleaning = { fields: Record<string, unknown>; finish: () => Promise<void> };

/** `row`, inside a create: the row as it was written and is answered; a hook that writes to it puts there what has changed. */
export type InsideEvent = RecordEvent & { tx: Transaction; row?: Row };

/**
 * What a feature hangs on the records of a collection. Refuse by throwing an ApiError.
 * `before*` runs outside any transaction, after the API rule and the field validation passed;
 * `perform*` replaces the engine's own transaction and write (one database function, one round trip) and answers the table row;
 * `beforeWrite` runs in the transaction of a create or update, before the write (`original` tells which); `inside*` runs in the transaction after the write; `after*` runs
 * when it is committed.
 */
export type RecordHooks = {
  beforeCreate?: (event: RecordEvent) => Promise<void>;
  performCreate?: (event: RecordEvent) => Promise<Row>;
  insideCreate?: (event: InsideEvent) => Promise<void>;
  afterCreate?: (event: RecordEvent) => Promise<void>;
  beforeUpdate?: (event: RecordEvent) => Promise<void>;
  beforeWrite?: (event: InsideEvent) => Promise<void>;
  insideUpdate?: (event: InsideEvent) => Promise<void>;
  afterUpdate?: (event: RecordEvent) => Promise<void>;
  beforeDelete?: (event: RecordEvent) => Promise<void>;
  insideDelete?: (event: InsideEvent) => Promise<void>;
  afterDelete?: (event: RecordEvent) => Promise<void>;
  /** Runs before all records of the collection are removed at once. */
  beforeTruncate?: (db: Queryable) => Promise<void>;
  /** Of accounts only: runs when one is signed in to or used. */
  afterUse?: (event: UseEvent) => Promise<void>;
  /** Of accounts only: runs first in the transaction in which an address is proved. `kept`: the prover is who made the account, and nothing ends. Undefined: nobody is to be doubted. */
  insideProof?: (event: ProofEvent) => Promise<Cleaning | 'kept' | undefined>;
  /** Of accounts only: runs in the transaction that remembers a new device, when it is not the account's first; the mail of it is the engine's. */
  insideNewDevice?: (event: NewDeviceEvent) => Promise<void>;
  /** Of accounts only: whether one has a second factor that is not its mailbox. Nothing else is then the second half of signing in to it. */
  hasOwnFactor?: (account: { id: string; db: Queryable }) => Promise<boolean>;
  /** Says what a violated constraint means to the client; undefined leaves it to the engine. */
  explainViolation?: (constraint: string) => ApiError | undefined;
  /**
   * Last word on what a viewer gets: may remove or add keys of the wire record (every answer, expand and realtime).
   * `row` is the whole table row, hidden fields included.
   */
  present?: (record: RecordValues, viewer: AuthRecord | null, row: Row) => void;
};

/** A call of a superuser that changed something else than records: settings, collections, backups, or whose account they act in. */
export type OperatorCall = { auth: AuthRecord; method: string; path: string; params: Readonly<Record<string, string>> };

/** Something is read that is no record: a backup, the logs, what a query or a search tells. `after` says what was asked. */
export type ReadingEvent = {
  auth: AuthRecord;
  /** A view is noted once an hour, an export each time. */
  action: 'view' | 'export';
  collection: string;
  record?: string;
  after?: Readonly<Record<string, string>>;
};

/** A filter or sort of somebody who is signed in names these fields: its answer tells of their values, also where it has no record. */
export type SearchEvent = {
  auth: AuthRecord;
  named: ReadonlyArray<{ collection: Collection; field: string }>;
  /** What was asked, in its own words. */
  asked: Readonly<Record<string, string>>;
  /** It waits for nobody, as a look that is told of. */
  isTold?: boolean;
};

/** Who hears of what staff and operators do. Nothing is asked of the features: what they add is told, too. */
export type Watcher = {
  /** Whether a write is to be told of. */
  isWatched: (event: RecordEvent) => boolean;
  /** Runs in the transaction of the write, at its end. Of a feature's own write (`performCreate`) right after it. */
  noteWrite: (event: InsideEvent, action: 'create' | 'update' | 'delete') => Promise<void>;
  /** Runs before a protected file is sent. */
  noteFile: (event: FileEvent) => Promise<void>;
  /** Runs before records are shown; of what is told of, beside it. */
  noteLook: (event: LookEvent) => Promise<void>;
  /** Runs before a list is read; of what is told of, beside it. */
  noteSearch: (event: SearchEvent) => Promise<void>;
  /** Runs before what is read is answered. */
  noteReading: (event: ReadingEvent) => Promise<void>;
  /** Runs when the call has succeeded. */
  noteCall: (call: OperatorCall) => Promise<void>;
};

export type HookRegistry = {
  /** The one who is told; nobody until it is set. */
  watcher: Watcher;
  /** Adds hooks for a collection by name; several features may hang on one, run in the order they were added. */
  on: (collectionName: string, hooks: RecordHooks) => void;
  of: (collectionName: string) => readonly RecordHooks[];
};

/** An empty registry of record hooks. */
export function createHookRegistry(): HookRegistry {
  const byCollection = new Map<string, RecordHooks[]>();
  return {
    watcher: {
      isWatched: () => false,
      async noteWrite() {},
      async noteFile() {},
      async noteLook() {},
      async noteSearch() {},
      async noteReading() {},
      async noteCall() {},
    },
    on(collectionName, hooks) {
      byCollection.set(collectionName, [...(byCollection.get(collectionName) ?? []), hooks]);
    },
    of: (collectionName) => byCollection.get(collectionName) ?? [],
  };
}
