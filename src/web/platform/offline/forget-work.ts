import { outboxChanged } from './use-outbox.ts';

const beginnings = [
  'kerbside_outbox_',
  'kerbside_log_',
  'kerbside_draft_',
  'kerbside_pickup',
  'kerbside_about_you',
  'kerbside_guest_',
];

/**
 * Forgets what somebody who signs out had begun on this device: drafts, what waits to be sent, and a time held before signing in. A session that only ended keeps them, since
 * whoever signs in again goes on.
 */
export function forgetWork(storages: readonly Storage[] = [localStorage, sessionStorage]): void {
  for (const storage of storages) {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys.filter((each) => beginnings.some((beginning) => each.startsWith(beginning)))) {
      storage.removeItem(key);
    }
  }
  outboxChanged();
}
