import type PocketBase from 'pocketbase';
import type { RecordFullListOptions, RecordModel } from 'pocketbase';
import { takeOwnSession } from './own-session.ts';
import { clearSession, readSession } from './session.ts';
import { tokenSession } from './token-expiry.ts';

let loading: Promise<PocketBase> | undefined;

/**
 * The client for the records server, loaded on first use and shared from then on. Each change of its session shows in
 * `useSession`. Identical requests are not cancelled by themselves: pass the `signal` of the query that asks.
 */
export function loadBackend(): Promise<PocketBase> {
  loading ??= import('./create-backend.ts').then(
    ({ createBackend }) => createBackend(),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Every record of a collection that the options select, read in batches of 500. */
export async function readFullList<T = RecordModel>(
  collection: string,
  options: RecordFullListOptions = {},
): Promise<T[]> {
  const backend = await loadBackend();
  return backend.collection(collection).getFullList<T>({ batch: 500, ...options });
}

/** Asks a computed read such as `/api/marketplace/quote`, signed in when there is a session. */
export async function readMarketplace<T>(
  name: string,
  query: Record<string, string | number | undefined> = {},
  signal?: AbortSignal,
): Promise<T> {
  const backend = await loadBackend();
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
  return backend.send<T>(`/api/marketplace/${name}`, { method: 'GET', query: given, ...(signal ? { signal } : {}) });
}

/** Makes a call that changes something, such as `POST /api/marketplace/bank/import`. Without a type its answer is none, or nobody reads it. */
export async function callMarketplace<T = void>(
  method: 'POST' | 'DELETE',
  name: string,
  { body, signal }: { body?: Record<string, unknown>; signal?: AbortSignal } = {},
): Promise<T> {
  const backend = await loadBackend();
  return backend.send<T>(`/api/marketplace/${name}`, { method, ...(body && { body }), ...(signal && { signal }) });
}

/**
 * Keeps the token and record of an answer that signs in. Throws when they are not there: the client takes an answer whose body was cut off
 * for an empty one, and that must not end the session that is.
 */
export function keepSignIn(backend: PocketBase, answer: unknown): void {
  const { token, record } = typeof answer === 'object' && answer !== null ? readSignIn(answer) : {};
  if (typeof token !== 'string' || !record) throw new Error('The answer was cut off.');
  backend.authStore.save(token, record);
}

function readSignIn(answer: object): { token?: unknown; record?: RecordModel } {
  const record: unknown = Reflect.get(answer, 'record');
  const isRecord = typeof record === 'object' && record !== null && typeof Reflect.get(record, 'id') === 'string';
  // Every record of the server has the collection's id and name beside its own.
  return { token: Reflect.get(answer, 'token'), ...(isRecord ? { record: record as RecordModel } : {}) };
}

/**
 * Signs out: token and record leave this browser's storage at once, and the server ends the session as soon as it can be reached. Needs no
 * network: a session that is not ended there ends with its token, which is gone. Whoever looks as somebody else signs out as themselves, too.
 */
export async function signOut(): Promise<void> {
  endOnServer(readSession()?.token ?? '');
  endOwnSession();
  if (loading) (await loading).authStore.clear();
  clearSession();
}

/** Ends the session that waits while its owner looks as somebody else, and the looking; nothing where none waits. */
export function endOwnSession(): void {
  const kept = takeOwnSession();
  const token = kept && ownToken(kept.own);
  if (!token) return;
  // The looking first: it is ended by this token, too.
  const end = () => endOnServer(token);
  deleteAs(token, `impersonations/${kept.id}`).then(end, end);
}

function ownToken(stored: string): string | undefined {
  try {
    const { token } = JSON.parse(stored);
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

function endOnServer(token: string): void {
  const id = tokenSession(token);
  // Nobody waits for it, and there is nothing to do when it fails.
  if (id !== undefined) deleteAs(token, `devices/${id}`).catch(() => undefined);
}

function deleteAs(token: string, what: string): Promise<Response> {
  const request = { method: 'DELETE', headers: { Authorization: token }, keepalive: true };
  return fetch(`/api/marketplace/${what}`, request);
}
