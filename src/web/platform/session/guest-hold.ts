import { currentTime } from '../ground/clock.ts';

/** Where a browser keeps the time it holds for somebody who has not signed in, and what the server knows the browser by meanwhile. */
export const guestHoldKey = 'kerbside_guest_hold';
export const guestSecretKey = 'kerbside_guest_secret';

/** A time held before signing in, as the browser knows it. */
export type GuestHold = {
  instructor: string;
  start: string;
  durationMinutes: number;
  holdExpiresAt: string;
  instructorName?: string | undefined;
};

/** What this browser holds, or undefined; what ran out meanwhile is forgotten. */
export function readGuestHold(): GuestHold | undefined {
  try {
    const kept: GuestHold | null = JSON.parse(localStorage.getItem(guestHoldKey) ?? 'null');
    if (!kept) return undefined;
    if (!Number.isNaN(Date.parse(kept.start)) && Date.parse(kept.holdExpiresAt) > currentTime().getTime()) return kept;
    forgetGuestHold();
    return undefined;
  } catch {
    // Only something else than this product can have written what is no JSON; it is worth no more than nothing.
    return undefined;
  }
}

/** Forgets what this browser held, and what it was known by. */
export function forgetGuestHold(): void {
  localStorage.removeItem(guestHoldKey);
  localStorage.removeItem(guestSecretKey);
}
