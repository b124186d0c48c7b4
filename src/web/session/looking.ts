import type { RecordModel } from 'pocketbase';
import { loadBackend } from './backend.ts';
import { readSession, sessionStorageKey } from './session.ts';
import { tokenExpiry, tokenSession } from './token-expiry.ts';

/** Where an admin's own session waits while they look through somebody's account. */
const keptKey = 'kerbside_own_session';

type Kept = { id: string; own: string };

/** When looking through somebody's account ends, in milliseconds since 1970; undefined while one is oneself. */
export function lookingUntil(): number | undefined {
  const token = readSession()?.token ?? '';
  return readKept()?.id === tokenSession(token) ? tokenExpiry(token) : undefined;
}

function readKept(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('own' in kept)) return undefined;
    return { id: String(kept.id), own: String(kept.own) };
  } catch {
    return undefined;
  }
}

/** Shows this browser what an account sees from now on; one's own session waits. Every page begins anew. */
export async function beginLooking({
  id,
  token,
  record,
}: {
  id: string;
  token: string;
  record: RecordModel;
}): Promise<void> {
  const own = localStorage.getItem(sessionStorageKey) ?? '';
  localStorage.setItem(keptKey, JSON.stringify({ id, own } satisfies Kept));
  (await loadBackend()).authStore.save(token, record);
  location.assign('/dashboard');
}

/** Ends looking, here and on the server, and is oneself again. */
export async function endLooking(): Promise<void> {
  const kept = readKept();
  localStorage.removeItem(keptKey);
  const { token, record } = JSON.parse(kept?.own || '{}') as { token?: string; record?: RecordModel };
  if (!kept || !token || !record) return;
  const backend = await loadBackend();
  backend.authStore.save(token, record);
  // Over by itself, or gone with the network: the server ends it at its hour.
  await backend.send(`/api/marketplace/impersonations/${kept.id}`, { method: 'DELETE' }).catch(() => undefined);
  location.assign('/dashboard/users');
}
