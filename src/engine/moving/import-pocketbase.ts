import { hash } from 'node:crypto';
import type { Collection } from '../collections/collection.ts';
import { findCollections, saveCollection } from '../collections/collection-store.ts';
import { tokenNames } from '../collections/token-names.ts';
import type { RunningEngine } from '../create-engine.ts';
import type { Transaction } from '../database/database.ts';
import { createS3FileStore } from '../files/create-s3-file-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { createLocalFileStore } from '../files/local-file-store.ts';
import { openS3 } from '../files/open-s3.ts';
import { changeCollections } from '../schema/change-collections.ts';
import type { S3Settings } from '../settings/settings.ts';
import { type Comparison, compareRecords } from './compare-records.ts';
import { type Copying, copyRecords } from './copy-records.ts';
import type { ImportChoice, ImportPlan, MovedCollection } from './import-plan.ts';
import { makeCollections } from './make-collections.ts';
import { MoveError } from './move-error.ts';
import { dropImportState, findImportState, type ImportState, saveImportState } from './moving.store.ts';
import { openPocketbase, type PocketbaseFolder, storageOf } from './open-pocketbase.ts';
import { planImport } from './plan-import.ts';
import { takeSettings } from './take-settings.ts';
import { refuseTakenAccounts, withPresentSuperusers } from './taken-accounts.ts';

export type ImportOptions = {
  folder: string;
  choice: ImportChoice;
  isDryRun: boolean;
  /** Told of each step and how far it is. */
  onProgress: (step: { stage: 'copying' | 'comparing'; name: string; done: number; total: number }) => void;
};

export type ImportReport = {
  collections: Array<{ kind: MovedCollection['kind']; from: string; to: string; type: string; records: number }>;
  /** What is not as it was there. */
  notes: string[];
  /** Empty after a dry run. */
  comparisons: Comparison[];
};

/**
 * Takes the collections, records, files and settings of a PocketBase data folder in. What collides is refused in a MoveError before anything is
 * written; an import that is broken off goes on where it stopped when it is called again. A dry run tries the collections and keeps nothing.
 */
export async function importPocketbase(engine: RunningEngine, options: ImportOptions): Promise<ImportReport> {
  const source = openPocketbase(options.folder);
  try {
    const key = keyOf(source, options.choice);
    const known = await findState(engine, key);
    const planned = planImport(engine, source.collections, options.choice, new Set(known?.made));
    if (!known) await refuseTakenAccounts(engine, source, planned);
    const plan = await withPresentSuperusers(engine, source, planned);
    const state = known ?? (await begin(engine, { plan, key, isDryRun: options.isDryRun }));
    const settled = { ...plan, moved: plan.moved.flatMap((moved) => asMade(engine, moved, options.isDryRun)) };
    const collections = settled.moved.map(lineOf);
    const notes = [...plan.notes, ...state.notes];
    const comparisons = options.isDryRun ? [] : await moveRecords(engine, source, { plan: settled, state, options });
    if (!options.choice.keepsSettings)
      notes.push(...(await takeSettings(engine.settings, source.settings, options.isDryRun)));
    if (options.isDryRun) return { collections, notes, comparisons };
    await dropImportState(engine.db);
    return { collections, notes, comparisons };
  } finally {
    source.close();
  }
}

function keyOf({ collections }: PocketbaseFolder, { renames, leftOut, keepsSettings }: ImportChoice): string {
  const facts = collections.map(({ id, name, type, settings }) => [id, name, type, settings.fields]);
  return hash('sha256', JSON.stringify([facts, [...renames], [...leftOut], keepsSettings]));
}

async function findState(engine: RunningEngine, key: string): Promise<ImportState | undefined> {
  const state = await findImportState(engine.db);
  // Whoever deleted what it had made wants to begin anew.
  if (!state?.made.every((id) => engine.collections.find(id))) return undefined;
  if (state.key === key) return state;
  throw new MoveError([
    'Another import was broken off: call it again with the same folder and options, or delete the collections that it made.',
  ]);
}

type Beginning = { plan: ImportPlan; key: string; isDryRun: boolean };

class DryRun extends Error {
  readonly state: ImportState;

  constructor(state: ImportState) {
    super('A dry run keeps nothing.');
    this.state = state;
  }
}

/** Makes the collections, all or none, and what is needed to go on after them. */
async function begin(engine: RunningEngine, { plan, key, isDryRun }: Beginning): Promise<ImportState> {
  const of = (isMade: boolean) =>
    plan.moved.filter(({ kind }) => (kind === 'made') === isMade).map(({ collection }) => collection);
  try {
    return await changeCollections(engine, 'Failed to import collections.', async (tx) => {
      const existing = await findCollections(tx);
      const { made, notes } = await makeCollections(engine, tx, { existing, grown: of(false), wanted: of(true) });
      notes.push(...(await takeSecrets(tx, plan)));
      const state: ImportState = { key, made: made.map(({ id }) => id), places: {}, notes };
      if (isDryRun) throw new DryRun(state);
      await saveImportState(tx, state, engine.clock.nowMs());
      return state;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.state;
    throw error;
  }
}

/** Tokens go on holding where nobody's here would end: into a collection of ours without accounts the secrets are taken, too. */
async function takeSecrets(tx: Transaction, { moved }: ImportPlan): Promise<string[]> {
  const notes: string[] = [];
  for (const { kind, collection, source } of moved) {
    if (kind !== 'mapped' || !collection.auth) continue;
    const accounts = await tx.query(`select 1 from "${collection.name}" limit 1`);
    if (accounts.length > 0) {
      notes.push(`${collection.name} has accounts here already, so people who come from the folder sign in again.`);
      continue;
    }
    const auth = { ...collection.auth };
    for (const name of tokenNames) {
      const given = source.settings[name] as { secret?: unknown } | undefined;
      if (typeof given?.secret === 'string') auth[name] = { ...auth[name], secret: given.secret };
    }
    await saveCollection(tx, { ...collection, auth });
  }
  return notes;
}

/** The collection as it was made: without what was left out of it. */
function asMade(engine: RunningEngine, moved: MovedCollection, isDryRun: boolean): MovedCollection[] {
  if (moved.kind !== 'made' || isDryRun) return [moved];
  const collection: Collection | undefined = engine.collections.find(moved.collection.id);
  return collection ? [{ ...moved, collection, fields: collection.fields }] : [];
}

function lineOf({ kind, source, collection }: MovedCollection): ImportReport['collections'][number] {
  return { kind, from: source.name, to: collection.name, type: source.type, records: source.count };
}

type Records = { plan: ImportPlan; state: ImportState; options: ImportOptions };

async function moveRecords(
  engine: RunningEngine,
  source: PocketbaseFolder,
  { plan, state, options }: Records,
): Promise<Comparison[]> {
  const tables = plan.moved.filter(({ source: from }) => from.type !== 'view');
  const total = tables.reduce((sum, { source: from }) => sum + from.count, 0);
  const files = filesOf(source);
  const follow = (stage: 'copying' | 'comparing'): Copying => {
    let done = 0;
    const onRecords = (name: string, count: number) => {
      done += count;
      options.onProgress({ stage, name, done, total });
    };
    return { engine, source, files, plan, state, onRecords };
  };
  const copying = follow('copying');
  for (const moved of tables) await copyRecords(copying, moved);
  const comparing = follow('comparing');
  const comparisons: Comparison[] = [];
  for (const moved of tables) comparisons.push(await compareRecords(comparing, moved));
  return comparisons;
}

/** Where the folder's files are: beside the database, or in the bucket that its settings name. */
function filesOf({ folder, settings }: PocketbaseFolder): FileStore {
  const s3 = settings?.s3 as S3Settings | undefined;
  return s3?.enabled ? createS3FileStore(openS3(s3)) : createLocalFileStore(storageOf(folder));
}
