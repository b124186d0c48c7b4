/** Where the path is kept that somebody wanted before signing in, and what it is in words. */
export const wantedPathKey = 'kerbside_wanted_path';
export const wantedLabelKey = 'kerbside_wanted_label';

/** Only paths of this site, inside the signed-in area, are worth returning to; anything else could be a planted link. */
export function isReturnPath(path: string): boolean {
  return /^\/dashboard(?:[/?#]|$)/.test(path) && !path.includes('\\');
}

/** Remembers a path of the signed-in area until somebody signs in in this tab; `label` such as "Sat 5 Dec, 10:00 with Ravi". */
export function rememberWantedPath(path: string, label?: string): void {
  if (!isReturnPath(path)) return;
  sessionStorage.setItem(wantedPathKey, path);
  if (label) sessionStorage.setItem(wantedLabelKey, label);
  else sessionStorage.removeItem(wantedLabelKey);
}

/** What is remembered, kept: the path, and in words what it is where that was said. */
export function peekWantedPath(): { path: string; label: string | undefined } | undefined {
  const path = sessionStorage.getItem(wantedPathKey);
  if (path === null || !isReturnPath(path)) return undefined;
  return { path, label: sessionStorage.getItem(wantedLabelKey) ?? undefined };
}

/** The remembered path, which is thereby forgotten. */
export function takeWantedPath(): string | undefined {
  const path = peekWantedPath()?.path;
  sessionStorage.removeItem(wantedPathKey);
  sessionStorage.removeItem(wantedLabelKey);
  return path;
}
