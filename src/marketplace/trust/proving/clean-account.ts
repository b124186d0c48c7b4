import { createHash, timingSafeEqual } from 'node:crypto';
import { registrationSecret } from '#engine/auth/prove-address.ts';
import { type Ending, engineEndings, liveCopy } from '#engine/backups/endings.ts';
import { engineInTransaction } from '#engine/batch/engine-in-transaction.ts';
import type { Collection, Field } from '#engine/collections/collection.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { tokenAlphabet } from '#engine/random.ts';
import { deleteRecord } from '#engine/records/delete-record.ts';
import { deleteReferrers } from '#engine/records/delete-referrers.ts';
import type { Cleaning, InsideEvent, ProofEvent } from '#engine/records/record-hooks.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import { publishLesson } from '../../booking/lessons/tell-of-move.ts';
import { endSavedCards } from '../../money/payments/forget-cards.ts';
import { productEndings } from '../../people/users/register-endings.ts';
import { hasRight } from '../../platform/reads/require-right.ts';
import { announceAccountChange } from '../../talk/notifications/announce-account-change.ts';
import {
  deleteTableRows,
  emptyUnlistedProfiles,
  hasPaid,
  lockRegistration,
  noteCleaning,
  noteRegistration,
  releaseHolds,
  resetPreferences,
  takeCleanedSince,
} from './clean-account.store.ts';
import { endingPlaces } from './personal-places.ts';

/**
 * Anybody can register anybody's address. So an account begins clean when its address is proved by a person who is not shown to have registered it: its texts, its
 * holds, and everything that opens it or sends money elsewhere end. The person is told. Paid lessons stay: they are history and books.
 */
export function registerCleaningHooks(engine: Engine): void {
  engine.hooks.on('users', {
    insideCreate: rememberMaker,
    insideProof: cleanUnlessMaker,
  });
  engine.restoration.addUpdate(async (tx, { isPast }) => {
    if (isPast) await cleanRestored(engine, tx);
  });
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

// The web's secret has 256 bits; a shorter text proves nothing.
const isSecret = (secret: unknown): secret is string => typeof secret === 'string' && secret.length >= 32;

// Accounts made by a superuser, by staff who may make accounts or by the server are the operator's, who invites the owner. A session of another account is not enough.
async function rememberMaker({ tx, auth, system, body, record }: InsideEvent): Promise<void> {
  if (record.verified === true) return;
  const { [registrationSecret]: secret } = body.fields;
  const isOperators = system || (auth !== null && hasRight(auth, 'users'));
  if (isOperators) await noteRegistration(tx, record.id, null);
  else if (isSecret(secret)) await noteRegistration(tx, record.id, hashOf(secret));
}

async function cleanUnlessMaker({
  engine,
  collection,
  id,
  isMaker,
  secret,
}: ProofEvent): Promise<Cleaning | 'kept' | undefined> {
  if (isMaker) return 'kept';
  const nowMs = engine.clock.nowMs();
  return engine.db.transaction(async (tx) => {
    const by = await lockRegistration(tx, id);
    if (by === null) return undefined;
    if (isSecret(secret) && isSame(by, hashOf(secret))) return 'kept';
    return {
      fields: Object.fromEntries(collection.fields.filter(isPersonal).map(({ name }) => [name, ''])),
      finish: () => endWhatLeadsHere(engine, { collection, id, nowMs }),
    };
  });
}

/** Cleans an unproved account that the operator takes over, unless the operator made it. True when it was cleaned: the person who registered it is then locked out. */
export async function cleanForOperator(
  engine: Engine,
  { collection, id }: Pick<Account, 'collection' | 'id'>,
): Promise<boolean> {
  const cleaning = await cleanUnlessMaker({ engine, collection, id, isMaker: false, secret: '' });
  if (cleaning === undefined || cleaning === 'kept') return false;
  const fields = { ...cleaning.fields, password: engine.random.text(40, tokenAlphabet) };
  const request = { context: 'default' as const, method: 'PATCH', auth: null, query: {}, headers: {}, body: {} };
  await updateRecord(engine, { collection, id, body: { fields, files: {} }, request, system: true });
  await cleaning.finish();
  await noteRegistration(engine.db, id, null);
  return true;
}

function isSame(by: string, hash: string): boolean {
  return by.length === hash.length && timingSafeEqual(Buffer.from(by), Buffer.from(hash));
}

const kept = ['id', 'email', 'emailVisibility', 'verified', 'password', 'tokenKey'];

// The owner never writes what the platform decides, such as a role. A field that an operator added and requires can't be empty.
function isPersonal(field: Field): boolean {
  const isRequired = 'required' in field && field.required;
  return !kept.includes(field.name) && field.type !== 'autodate' && !field.decided && !isRequired;
}

type Account = { collection: Collection; id: string; nowMs: number };

async function endWhatLeadsHere(engine: Engine, account: Account): Promise<void> {
  const { id, nowMs } = account;
  await endPlaces(engine, account, { keptTables: new Set() });
  await engine.db.transaction(async (tx) => {
    await noteCleaning(tx, id, nowMs);
    await announceAccountChange(engine, tx, { user: id, change: 'began_clean', cause: String(nowMs) });
  });
}

type Kept = {
  /** Tables whose rows the account's owner made: they stay. */
  keptTables: ReadonlySet<string>;
};

// The backup that was just restored is older than the cleaning of these accounts, and brought back what strangers had written into them.
async function cleanRestored(engine: Engine, tx: Transaction): Promise<void> {
  const keptTables = new Set([...engineEndings, ...productEndings].filter(isByRow).map(({ table }) => table));
  const inside = engineInTransaction(engine, tx).engine;
  const collection = engine.collections.get('users');
  const nowMs = engine.clock.nowMs();
  for (const id of await takeCleanedSince(tx, liveCopy('users'))) {
    await endPlaces(inside, { collection, id, nowMs }, { keptTables });
  }
}

async function endPlaces(engine: Engine, { collection, id, nowMs }: Account, { keptTables }: Kept): Promise<void> {
  const request = { context: 'default' as const, method: 'DELETE', auth: null, query: {}, headers: {}, body: {} };
  const profiles = await engine.db.transaction((tx) => emptyUnlistedProfiles(tx, id));
  const instructors = engine.collections.get('instructors');
  for (const profile of profiles) {
    await deleteRecord(engine, { collection: instructors, id: String(profile.id), request, system: true });
  }
  await engine.db.transaction(async (tx) => {
    for (const lesson of await releaseHolds(tx, id, nowMs)) tx.afterCommit(() => publishLesson(engine, lesson));
    const of = new Set(endingPlaces(await hasPaid(tx, id)).filter((place) => !keptTables.has(tableOf(place))));
    const keepsAccess = keptTables.has('_externalAuths');
    tx.afterCommit(await deleteReferrers(engine, tx, { collection, id, of, keepsAccess }));
    await deleteTableRows(tx, id, keptTables);
    await endSavedCards(tx, id, nowMs);
    await resetPreferences(tx, id);
  });
}

function tableOf(place: string): string {
  return place.split('.')[0] ?? '';
}

/** Restored accounts keep the rows of now in such a table: none of them is the backup's. */
function isByRow({ rows }: Ending): boolean {
  return rows === 'now';
}
