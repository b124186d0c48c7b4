/** Where this browser keeps what was last gone to by the palette; forgotten with the session. */
export const recentKey = 'kerbside_recent';

/** A place that was gone to. */
export type RecentEntry = { id: string; label: string; detail?: string; path: string };

const most = 5;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** What a person last went to by the palette, the latest first; nothing of anybody else's. */
export function readRecent(storage: Storage, userId: string): RecentEntry[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(recentKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'user') !== userId) return [];
    const entries: unknown = Reflect.get(kept, 'entries');
    return Array.isArray(entries) ? entries.filter(isEntry).slice(0, most) : [];
  } catch {
    // What cannot be read was not written by this page.
    return [];
  }
}

/** Puts a place first among those that a person went to; five are kept. */
export function noteRecent(storage: Storage, userId: string, { id, label, detail, path }: RecentEntry): void {
  const others = readRecent(storage, userId).filter((entry) => entry.id !== id);
  const entry = { id, label, ...(detail ? { detail } : {}), path };
  storage.setItem(recentKey, JSON.stringify({ user: userId, entries: [entry, ...others].slice(0, most) }));
}

function isEntry(value: unknown): value is RecentEntry {
  if (typeof value !== 'object' || value === null) return false;
  const text = (name: string) => typeof Reflect.get(value, name) === 'string';
  // Only ways within this site: the storage could have been written by something else.
  return text('id') && text('label') && text('path') && /^\/(?!\/)/.test(String(Reflect.get(value, 'path')));
}
