/** Where the path is kept that somebody wanted before signing in. */
export const wantedPathKey = 'kerbside_wanted_path';

/** Only paths of this site, inside the signed-in area, are worth returning to; anything else could be a planted link. */
export function isReturnPath(path: string): boolean {
  return /^\/dashboard(?:[/?#]|$)/.test(path) && !path.includes('\\');
}

/** Remembers a path of the signed-in area until somebody signs in in this tab. */
export function rememberWantedPath(path: string): void {
  if (isReturnPath(path)) sessionStorage.setItem(wantedPathKey, path);
}

/** The remembered path, kept. */
export function peekWantedPath(): string | undefined {
  const path = sessionStorage.getItem(wantedPathKey);
  return path !== null && isReturnPath(path) ? path : undefined;
}

/** The remembered path, which is thereby forgotten. */
export function takeWantedPath(): string | undefined {
  const path = peekWantedPath();
  sessionStorage.removeItem(wantedPathKey);
  return path;
}
