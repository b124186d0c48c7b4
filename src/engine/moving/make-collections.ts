import type { Collection } from '../collections/collection.ts';
import { createCollectionRegistry } from '../collections/collection-registry.ts';
import { saveCollection } from '../collections/collection-store.ts';
import { ruleNames } from '../collections/strict-rules.ts';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError, type ErrorData } from '../http/api-error.ts';
import { storeCollection } from '../schema/change-collections.ts';
import { describeErrors } from '../schema/describe-errors.ts';
import { syncCollectionTable } from '../schema/sync-collection-table.ts';
import { validateCollection } from '../schema/validate-collection.ts';
import { growCollections, withGrown } from './add-fields.ts';
import { MoveError } from './move-error.ts';
import { oneLine } from './one-line.ts';

const authRuleNames = ['authRule', 'manageRule'] as const;
const message = 'Failed to import a collection.';

type Making = { engine: Engine; tx: Transaction; all: Collection[]; notes: string[] };

/**
 * Makes collections with their tables and views in a transaction, gives those of ours the fields that they have in `grown`, and answers what was
 * made. A rule, an index, a provider or a view that cannot be here is left out, which never lets anybody see more, and told of in `notes`. Throws a
 * MoveError for anything else.
 */
export async function makeCollections(
  engine: Engine,
  tx: Transaction,
  { existing, grown, wanted }: Record<'existing' | 'grown' | 'wanted', readonly Collection[]>,
): Promise<{ made: Collection[]; notes: string[] }> {
  const tables = wanted.filter(({ type }) => type !== 'view');
  const all = [...withGrown(existing, grown), ...tables];
  const collections = createCollectionRegistry();
  collections.replaceAll(all);
  // Rules may go through each other's collections, which the server doesn't know before the commit.
  const making: Making = { engine: { ...engine, collections }, tx, all, notes: [] };
  await growCollections(making.engine, tx, { grown, all: [...existing, ...tables] });
  const made: Collection[] = [];
  for (const collection of tables) {
    const settled = await makeTable(making, await settle(making, collection));
    making.all = making.all.map((other) => (other.id === settled.id ? settled : other));
    collections.replaceAll(making.all);
    made.push(settled);
  }
  const views = await makeViews(
    making,
    wanted.filter(({ type }) => type === 'view'),
  );
  return { made: [...made, ...views], notes: making.notes };
}

/** The collection without what is refused of it. */
async function settle(making: Making, collection: Collection): Promise<Collection> {
  const { engine, tx, all, notes } = making;
  let settled = collection;
  // What is refused of an index hides what is wrong with the next.
  for (let tries = 0; tries <= collection.indexes.length + 2; tries++) {
    // It may point at itself, so it counts as known.
    const known = all.map((other) => (other.id === settled.id ? settled : other));
    const errors = await validateCollection(engine, tx, { collection: settled, original: settled, all: known });
    if (!errors) return settled;
    const without = leaveOut(settled, errors, notes);
    if (!without) throw refusal(settled, errors);
    settled = without;
  }
  throw new MoveError([`${collection.name} has indexes that cannot be here.`]);
}

function refusal({ name }: Collection, errors: ErrorData): MoveError {
  return new MoveError([`${name} cannot be made here: ${oneLine(describeErrors(errors))}`]);
}

/** The collection without its refused rules, indexes and providers; undefined when something else is refused. */
function leaveOut(collection: Collection, errors: ErrorData, notes: string[]): Collection | undefined {
  let settled = collection;
  for (const [name, error] of Object.entries(errors)) {
    const without = leaveOutOne(settled, name, { error: error as ErrorData, notes });
    if (!without) return undefined;
    settled = without;
  }
  return settled;
}

type Refused = { error: ErrorData; notes: string[] };

function leaveOutOne(collection: Collection, name: string, { error, notes }: Refused): Collection | undefined {
  const { auth } = collection;
  const rule = ruleNames.find((known) => known === name);
  if (rule) {
    notes.push(noteOf(collection, name, { text: collection[rule], error }));
    return { ...collection, [rule]: null };
  }
  const authRule = authRuleNames.find((known) => known === name);
  if (authRule && auth) {
    notes.push(noteOf(collection, name, { text: auth[authRule], error }));
    return { ...collection, auth: { ...auth, [authRule]: null } };
  }
  if (name === 'oauth2' && auth) {
    notes.push(`The OAuth2 providers of ${collection.name} were not taken: ${oneLine(describeErrors(error))}`);
    return { ...collection, auth: { ...auth, oauth2: { ...auth.oauth2, enabled: false, providers: [] } } };
  }
  return name === 'indexes' ? withoutIndexes(collection, error, notes) : undefined;
}

function noteOf(
  { name }: Collection,
  rule: string,
  { text, error }: { text: string | null; error: ErrorData },
): string {
  const why = typeof error.message === 'string' ? error.message : oneLine(describeErrors(error));
  return `The ${rule} of ${name} was not taken, so only superusers may: ${oneLine(text ?? '')} (${why})`;
}

function withoutIndexes(collection: Collection, error: ErrorData, notes: string[]): Collection | undefined {
  const positions = Object.keys(error).filter((key) => /^\d+$/.test(key));
  if (positions.length === 0) return undefined;
  for (const position of positions) {
    const why = (error[position] as ErrorData).message;
    notes.push(
      `An index of ${collection.name} was not taken: ${oneLine(collection.indexes[Number(position)] ?? '')} (${why})`,
    );
  }
  return { ...collection, indexes: collection.indexes.filter((_, index) => !positions.includes(String(index))) };
}

async function makeTable(making: Making, collection: Collection): Promise<Collection> {
  const { tx, notes } = making;
  try {
    await tx.savepoint(() => syncCollectionTable(tx, { collection, original: null, message }));
    await saveCollection(tx, collection);
    return collection;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const without = leaveOut(collection, error.data, notes);
    if (!without || without === collection) throw new MoveError([`${collection.name}: ${error.message}`]);
    return makeTable(making, await settle(making, without));
  }
}

// A view may stand on another one that comes later.
async function makeViews(making: Making, views: readonly Collection[]): Promise<Collection[]> {
  const made: Collection[] = [];
  let left = [...views];
  while (left.length > 0) {
    const failures: Array<{ view: Collection; why: string }> = [];
    for (const view of left) {
      const result = await makeView(making, view);
      if (typeof result === 'string') failures.push({ view, why: result });
      else made.push(result);
    }
    if (failures.length === left.length) {
      for (const { view, why } of failures) {
        making.notes.push(`The view ${view.name} was not taken: ${oneLine(view.viewQuery)} (${why})`);
      }
      break;
    }
    left = failures.map(({ view }) => view);
  }
  return made;
}

/** The view as it was made, or why it cannot be. */
async function makeView(making: Making, collection: Collection): Promise<Collection | string> {
  const { engine, tx, all, notes } = making;
  try {
    const change = { collection, original: null, all };
    const stored = await tx.savepoint(() => storeCollection(engine, tx, change, message));
    making.all = [...all, stored];
    engine.collections.replaceAll(making.all);
    return stored;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { viewQuery, ...rest } = error.data;
    if (viewQuery !== undefined) return String((viewQuery as ErrorData).message);
    const without = Object.keys(rest).length > 0 ? leaveOut(collection, rest, notes) : undefined;
    return without ? makeView(making, without) : oneLine(error.message);
  }
}
