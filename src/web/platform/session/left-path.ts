import { peekWantedPath, rememberWantedPath } from './wanted-path.ts';

const leftPathKey = 'kerbside_left_path';

/** How long what was wanted in one tab may be taken up in another: as long as people look for a mail. */
const lifeMs = 3_600_000;

type Left = { path: string; instructorName?: string; atMs: number };

/**
 * Leaves what is wanted in this tab for the link of the verification mail, which opens a tab of its own that knows nothing of this one.
 * Without anything wanted it does nothing.
 */
export function leaveWantedPath(nowMs: number): void {
  const wanted = peekWantedPath();
  if (wanted) localStorage.setItem(leftPathKey, JSON.stringify({ ...wanted, atMs: nowMs }));
}

/** Remembers in this tab what another left within the last hour, unless this tab wants something itself. */
export function adoptLeftPath(nowMs: number): void {
  const left = readLeft();
  if (!left || nowMs - left.atMs > lifeMs || peekWantedPath()) return;
  rememberWantedPath(left.path, left.instructorName);
}

/** Forgets what was left: somebody has arrived there. */
export function forgetLeftPath(): void {
  localStorage.removeItem(leftPathKey);
}

function readLeft(): Left | undefined {
  try {
    const left: Partial<Left> | null = JSON.parse(localStorage.getItem(leftPathKey) ?? 'null');
    return typeof left?.path === 'string' && typeof left.atMs === 'number' ? (left as Left) : undefined;
  } catch {
    // Only something else than this module can have written what is no JSON; it is worth no more than nothing.
    return undefined;
  }
}
