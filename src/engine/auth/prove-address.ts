import { writeAsOne } from '../batch/write-as-one.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { usualRefusal } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import type { RequestContext } from '../http/route.ts';
import { tokenAlphabet } from '../random.ts';
import type { Cleaning } from '../records/record-hooks.ts';
import { lockRow } from '../records/record-store.ts';
import { ChangedMeanwhile, updateRecord } from '../records/update-record.ts';
import type { AuthCollection } from './auth-context.ts';

export type Proof = {
  collection: AuthCollection;
  row: Row;
  request: RuleRequest;
  /** True: the person has a session of the account or its password, and so made it. Otherwise the secret of the registering browser decides. */
  isMaker: boolean;
  secret?: string;
  /** The password ends unless the maker of the account proves it, even where there is no doubt who registered it. */
  endsPassword?: boolean;
  /** What else changes with it. */
  fields?: Record<string, unknown>;
  /** See `UpdateOptions`. */
  tokenKey?: unknown;
};

/** The name under which a browser sends the secret that it registered with. */
export const registrationSecret = 'registrationSecret';

/** The secret that a request brings along from registering; empty without one. */
export async function secretOf(request: RequestContext): Promise<string> {
  const { [registrationSecret]: secret } = (await request.body(usualRefusal)).fields;
  return typeof secret === 'string' ? secret : '';
}

/** Whether who asks is signed in to the account. */
export function isSessionOf(auth: AuthRecord | null, { collection, row }: Pick<Proof, 'collection' | 'row'>): boolean {
  // Staff who look through an account are not its owner.
  return auth?.id === row.id && auth?.collectionId === collection.id && auth?.actor === '';
}

/**
 * The one way to prove an address. A stranger may have registered it: unless the person who proves it is shown to have registered it, the account begins clean, in
 * the same transaction. The collection's hooks say what that means; its password, sessions and links end in any case.
 */
export function proveAddress(engine: Engine, proof: Proof): Promise<Row> {
  return writeAsOne(engine, (inside) => proveInside(inside, proof));
}

/**
 * The same in the caller's transaction. It judges the account as it is by then, and holds it: of two that prove an address at once the second finds it proved,
 * and ends nothing. Throws ChangedMeanwhile when the account has another address.
 */
export async function proveInside(engine: Engine, proof: Proof): Promise<Row> {
  const { collection, request, endsPassword = false, fields = {} } = proof;
  const row = await lockProved(engine, proof);
  const isFirst = row.verified !== true;
  if (!isFirst && Object.keys(fields).length === 0) return row;
  const id = String(row.id);
  const { cleanings, isKept } = isFirst ? await askCleanings(engine, proof) : { cleanings: [], isKept: true };
  const isEnding = cleanings.length > 0 || (endsPassword && !isKept);
  const access = isEnding ? { password: engine.random.text(40, tokenAlphabet) } : {};
  const clean = Object.assign({}, ...cleanings.map((cleaning) => cleaning.fields));
  const body = { fields: { ...clean, ...access, verified: true, ...fields }, files: {} };
  const tokenKey = 'tokenKey' in proof ? { tokenKey: proof.tokenKey } : {};
  const proved = await updateRecord(engine, { collection, id, body, request, system: true, ...tokenKey });
  for (const { finish } of cleanings) await finish();
  return proved;
}

async function lockProved(engine: Engine, proof: Proof): Promise<Row> {
  const row = await lockRow(engine.db, proof.collection, String(proof.row.id));
  if (!row || row.email !== proof.row.email) throw new ChangedMeanwhile();
  if ('tokenKey' in proof && row.tokenKey !== proof.tokenKey) throw new ChangedMeanwhile();
  return row;
}

async function askCleanings(
  engine: Engine,
  { collection, row, isMaker, secret = '' }: Proof,
): Promise<{ cleanings: Cleaning[]; isKept: boolean }> {
  const cleanings: Cleaning[] = [];
  let isKept = false;
  for (const hooks of engine.hooks.of(collection.name)) {
    const cleaning = await hooks.insideProof?.({ engine, collection, id: String(row.id), isMaker, secret });
    if (cleaning === 'kept') isKept = true;
    else if (cleaning) cleanings.push(cleaning);
  }
  return { cleanings, isKept };
}
