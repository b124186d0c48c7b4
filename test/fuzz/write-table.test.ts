import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnOf, type Field } from '#engine/collections/collection.ts';
import type { RuleRequest } from '#engine/filters/rule-request.ts';
import { satisfiesRule } from '#engine/records/satisfies-rule.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { runs } from '#support/runs.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { vapidKeys } from '../support/vapid-keys.ts';
import { allCells, attackOn, type Cell, coveringCells, extraField, nameOf, tryCell } from './write-table-cells.ts';
import { pushOrigin } from './write-table-rows.ts';
import { makeWriteWorld, type Row, type WriteWorld } from './write-table-world.ts';

/*
 * Who may write what: every collection × field × spelling of a write × role, made from the product's own collections and what their fields declare.
 * Each cell is tried on a world in which everything could be tried on; what was written is looked up in the database and put back.
 */
const often = runs(350);

let app: TestApp;
let world: WriteWorld;

beforeAll(async () => {
  const vapid = vapidKeys();
  app = await startApp({ vapid, trustedPushOrigins: [pushOrigin] });
  const extra = marketplaceCollections.map(({ id, name, type }) => ({ id, name, type, fields: [extraField] }));
  await app.root.collections.import(extra as never);
  world = await makeWriteWorld(app);
}, 120_000);
afterAll(() => app.close());

test('[25.2] nobody writes what is not theirs, in no spelling', { timeout: 86_400_000 }, async () => {
  const cells = chosen();
  const faults: string[] = [];
  const taken = new Set<string>();
  let accepted = 0;
  for (const [index, cell] of cells.entries()) {
    if (index > 0 && index % 5000 === 0) process.stdout.write(`${index} of ${cells.length}: ${faults.length} faults\n`);
    let { fault, isAccepted } = await probe(cell);
    if (fault) {
      // What a job of an earlier cell wrote late is no fault of this one: it is asked again.
      await refresh();
      ({ fault, isAccepted } = await probe(cell));
      if (fault) faults.push(`${nameOf(cell)}: ${fault}`);
    }
    if (!isAccepted) continue;
    accepted++;
    taken.add(`${cell.verb} ${cell.collection.name}`);
    await refresh();
  }
  process.stdout.write(`${cells.length} cells tried, ${accepted} writes were taken\n`);
  expect(faults).toEqual([]);
  if (cells.length > 20_000) expect(untaken(taken)).toEqual([]);
});

/** The whole table when at least as many are asked for, else the quarter that covers it, else as many of all by the seed; in the seed's order. */
function chosen(): Cell[] {
  const all = allCells();
  const covering = coveringCells();
  const cells = often.numRuns >= covering.length && often.numRuns < all.length ? covering : all;
  const length = cells.length;
  const [places = []] = fc.sample(fc.array(fc.nat(), { minLength: length, maxLength: length, size: 'max' }), {
    seed: often.seed,
    numRuns: 1,
  });
  const order = cells.map((cell, index) => ({ cell, place: places[index] ?? 0 })).sort((a, b) => a.place - b.place);
  return order.slice(0, often.numRuns).map(({ cell }) => cell);
}

/** The rows of each collection and the rules that were asked, as long as nobody writes. */
const known = { rows: new Map<string, Map<string, Row>>(), met: new Map<string, boolean>() };

async function refresh(): Promise<void> {
  known.rows.clear();
  known.met.clear();
  await world.restore();
}

// A table that refuses everything for another reason would show nothing.
function untaken(taken: Set<string>): string[] {
  const open = allCells().flatMap(({ collection }) => [
    ...(collection.createRule === null ? [] : [`create ${collection.name}`]),
    ...(collection.updateRule === null ? [] : [`update ${collection.name}`]),
  ]);
  return [...new Set(open)].filter((name) => !taken.has(name));
}

async function probe(cell: Cell): Promise<{ fault: string | undefined; isAccepted: boolean }> {
  const { collection, role } = cell;
  const before = known.rows.get(collection.name) ?? (await rowsOf(collection.name));
  known.rows.set(collection.name, before);
  const mayUpdate = await isMet(cell, collection.updateRule);
  const mayDecide = cell.field.decided ? await isMet(cell, cell.field.decided.by) : true;
  const answer = await tryCell(app.url, world, cell);
  const isAccepted = answer.status < 300;
  const found = { isAccepted, fault: answer.status >= 500 ? `answered ${answer.status} ${answer.text}` : undefined };
  if (role === 'superuser' || found.fault) return found;
  if (cell.form === 'import') return { ...found, fault: isAccepted ? 'imported collections' : undefined };
  const after = await rowsOf(collection.name);
  const made = [...after].filter(([id]) => !before.has(id)).map(([, row]) => row);
  for (const [id, row] of before) {
    const now = after.get(id);
    const changed = Object.keys(row).filter(
      (name) => !isDeepStrictEqual(row[name], now?.[name]) && !isServers(cell, name),
    );
    if (cell.verb === 'create' && cell.form !== 'batch upsert') continue;
    if (changed.length > 0 && (!mayUpdate || id !== world.ids[collection.name]))
      found.fault = `changed ${id}: ${changed}`;
    if (!mayDecide && changed.includes(columnOf(cell.field))) found.fault = `decided ${changed}`;
    if (changed.some((name) => isOutOfReach(cell, name))) found.fault = `reached ${changed}`;
  }
  if (made.length > 0) found.fault ??= faultOfMade(cell, made, mayDecide);
  if (found.fault === decided && (await isGivenAnyway(cell))) return { ...found, fault: undefined };
  return found;
}

const decided = 'decided what is not theirs';

/** Whether the server gives a new record the value of the attack by itself: an admin's side is the admin's. */
async function isGivenAnyway(cell: Cell): Promise<boolean> {
  await refresh();
  const before = await rowsOf(cell.collection.name);
  await tryCell(app.url, world, { ...cell, form: 'json' }, false);
  const after = await rowsOf(cell.collection.name);
  const attack = comparable(cell.field, attackOn(cell.field, world));
  const made = [...after].filter(([id]) => !before.has(id)).map(([, row]) => row[columnOf(cell.field)]);
  return made.some((value) => isDeepStrictEqual(comparable(cell.field, value), attack));
}

function faultOfMade(cell: Cell, made: Row[], mayDecide: boolean): string | undefined {
  const { collection, field, role, verb } = cell;
  if (verb === 'update') return 'made a record';
  if (collection.createRule === null) return 'made what nobody makes';
  if (role === 'guest' && collection.name !== 'users') return 'made a record as a guest';
  const attack = comparable(field, attackOn(field, world));
  const isGiven = made.some((row) => isDeepStrictEqual(comparable(field, row[columnOf(field)]), attack));
  if (!isGiven) return undefined;
  if (isOutOfReach(cell, field.name)) return 'gave what is out of reach';
  if (isNamed(cell)) return undefined;
  const isTheirs = field.decided?.onlyLater || (field.decided?.isCaller && role === 'other learner');
  if (field.decided && !isTheirs && !(mayDecide && field.decided.by !== null)) return decided;
  const isSomebodyElse = field.type === 'relation' && attack === world.clients['other learner'].id;
  if (isSomebodyElse && !['other learner', 'admin', ...namersOf(collection.name)].includes(role))
    return 'spoke for another';
  return undefined;
}

/** An instructor names an own learner in place of the account, or an admin for them: who of them may, the booking decides. */
function isNamed({ collection, field, role }: Cell): boolean {
  return collection.name === 'lessons' && field.name === 'ownLearner' && ['instructor', 'admin'].includes(role);
}

/** Instructors book and write to a learner by name. */
function namersOf(collection: string): string[] {
  return ['lessons', 'conversations'].includes(collection) ? ['instructor', 'other instructor'] : [];
}

/** A review is shown once both sides have written: the other's row says so then. */
function isServers({ collection, verb }: Cell, name: string): boolean {
  return collection.name === 'reviews' && verb === 'create' && name === 'publishedAt';
}

/** What no request writes: hidden fields and the server's own columns. A password is written with the old one, and ends sessions as a new address does. */
function isOutOfReach({ collection, role, verb }: Cell, name: string): boolean {
  // Of another person's account staff start a change of these, and nothing more.
  const opens = collection.name === 'users' && role === 'admin';
  if (opens && ['verified', 'twoFactor', 'role', ...(verb === 'update' ? ['email'] : [])].includes(name)) return true;
  if (name === '_seq' || (verb === 'update' && ['id', 'created', '_author', '_closed'].includes(name))) return true;
  const field = collection.fields.find((known) => known.name === name);
  if (field?.type === 'autodate') return verb === 'create' || name === 'created';
  if (name === 'password') return verb === 'update';
  if (name === 'tokenKey') return verb === 'update' && role !== 'admin';
  return field?.hidden === true;
}

function comparable(field: Field, value: unknown): unknown {
  if ((field.type === 'date' || field.type === 'autodate') && value) return Date.parse(String(value));
  return field.type === 'file' && value ? 'attack' : value;
}

async function rowsOf(table: string): Promise<Map<string, Row>> {
  const rows = await app.db.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`);
  return new Map(rows.map(({ row }) => [String(row.id), row]));
}

/** Whether a rule about the record that is there lets the cell's person in. */
async function isMet({ collection, role }: Cell, rule: string | null): Promise<boolean> {
  if (role === 'superuser') return true;
  if (rule === null) return false;
  const key = JSON.stringify([collection.name, role, rule]);
  const isLet = known.met.get(key) ?? (await askRule({ collection, role }, rule));
  known.met.set(key, isLet);
  return isLet;
}

async function askRule({ collection, role }: Pick<Cell, 'collection' | 'role'>, rule: string): Promise<boolean> {
  const { id } = world.clients[role];
  const users = app.app.engine.collections.get('users');
  const [row] = await app.db.query('select * from users where id = $1', [id]);
  const auth = row ? ({ id, collectionId: users.id, isSuperuser: false, row } as unknown as RuleRequest['auth']) : null;
  const request: RuleRequest = { context: 'default', method: 'PATCH', auth, query: {}, headers: {}, body: {} };
  const recordId = world.ids[collection.name] ?? '';
  const known = app.app.engine.collections.get(collection.name);
  return satisfiesRule(app.app.engine, { collection: known, rule, request, recordId });
}
