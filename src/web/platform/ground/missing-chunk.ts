/** How Chromium, Firefox and Safari say that a script of the page could not be loaded. */
const messages = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** Whether an error means that a part of the site is missing: cut off, or replaced by an update. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && messages.test(error.message);
}

const key = 'kerbside_reloaded';
const pauseMs = 60_000;

/** Whether the page may open itself anew: once a minute, so that a lasting fault never reloads in a circle. Writes the try down. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, nowMs: number): boolean {
  const last = Number(storage.getItem(key) ?? 0);
  if (nowMs - last < pauseMs) return false;
  storage.setItem(key, String(nowMs));
  return true;
}
