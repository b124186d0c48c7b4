import { bookingPath, bookLessonPath } from '#rules/paths/booking-path.ts';
import { readGuestHold } from './guest-hold.ts';

/** Where the path is kept that somebody wanted before signing in, and with whom. */
export const wantedPathKey = 'kerbside_wanted_path';
export const wantedWithKey = 'kerbside_wanted_with';

/** Only paths of this site, inside the signed-in area, are worth returning to; anything else could be a planted link. */
export function isReturnPath(path: string): boolean {
  return /^\/dashboard(?:[/?#]|$)/.test(path) && !path.includes('\\');
}

/** Remembers a path of the signed-in area until somebody signs in in this tab; `instructorName` for a lesson. */
export function rememberWantedPath(path: string, instructorName?: string): void {
  if (!isReturnPath(path)) return;
  sessionStorage.setItem(wantedPathKey, path);
  if (instructorName) sessionStorage.setItem(wantedWithKey, instructorName);
  else sessionStorage.removeItem(wantedWithKey);
}

/** What is remembered, kept: the path, and with whom where that was said. A time that this browser holds is wanted in every tab. */
export function peekWantedPath(): { path: string; instructorName: string | undefined } | undefined {
  const path = sessionStorage.getItem(wantedPathKey);
  if (path === null || !isReturnPath(path)) return heldPath();
  return { path, instructorName: sessionStorage.getItem(wantedWithKey) ?? undefined };
}

/** Whether what is wanted is a lesson at a time that was chosen, which is held meanwhile. */
export function wantsLesson(): boolean {
  const { pathname, searchParams } = new URL(peekWantedPath()?.path ?? '/', location.origin);
  return pathname === bookLessonPath && searchParams.has('start');
}

/** The remembered path, which is thereby forgotten. */
export function takeWantedPath(): string | undefined {
  const path = peekWantedPath()?.path;
  sessionStorage.removeItem(wantedPathKey);
  sessionStorage.removeItem(wantedWithKey);
  return path;
}

function heldPath(): { path: string; instructorName: string | undefined } | undefined {
  const held = readGuestHold();
  if (!held) return undefined;
  const { instructor, start, durationMinutes, instructorName } = held;
  return { path: bookingPath({ instructor, start, durationMinutes }), instructorName };
}
