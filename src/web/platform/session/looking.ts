import type { RecordModel } from 'pocketbase';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { usersPath } from '#rules/paths/staff-paths.ts';
import type { ImpersonationAnswer } from '#wire/users.ts';
import { callMarketplace, loadBackend } from './backend.ts';
import { keepOwnSession, takeOwnSession } from './own-session.ts';
import { sessionStorageKey } from './session.ts';

/** Shows this browser what an account sees from now on; one's own session waits. Every page begins anew. */
export async function beginLooking({ id, token, record }: ImpersonationAnswer): Promise<void> {
  keepOwnSession({ id, own: localStorage.getItem(sessionStorageKey) ?? '' });
  // Every record of the server has the collection's id and name beside its own.
  (await loadBackend()).authStore.save(token, record as RecordModel);
  location.assign(dashboardPath);
}

/** Ends looking, here and on the server, and is oneself again. */
export async function endLooking(): Promise<void> {
  const kept = takeOwnSession();
  const { token, record } = JSON.parse(kept?.own || '{}') as { token?: string; record?: RecordModel };
  if (!kept || !token || !record) return;
  const backend = await loadBackend();
  backend.authStore.save(token, record);
  // Over by itself, or gone with the network: the server ends it at its hour.
  await callMarketplace('DELETE', `impersonations/${kept.id}`).catch(() => undefined);
  location.assign(usersPath);
}
