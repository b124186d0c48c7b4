import { newRecordId } from './record-id.ts';

/** The part of the browser's storage that is used; passed in by tests. */
export type IdStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const prefix = 'kerbside_pending_';

/**
 * The id to send a create under. The same request, from this tab, gets the same id until `forgetPendingId` says that it was
 * decided: after a cut network or a reload the repeat is then harmless. `request` must name everything that is sent.
 */
export function pendingId(request: string, storage: IdStorage = sessionStorage): string {
  const kept = storage.getItem(prefix + request);
  if (kept !== null && /^[a-z0-9]{15}$/.test(kept)) return kept;
  const id = newRecordId();
  storage.setItem(prefix + request, id);
  return id;
}

/** The server has decided about this request: the next one is a new one. */
export function forgetPendingId(request: string, storage: IdStorage = sessionStorage): void {
  storage.removeItem(prefix + request);
}
