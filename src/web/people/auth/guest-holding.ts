import type { GuestHoldAnswer, GuestHoldClaimAnswer } from '#wire/booking.ts';
import { forgetPendingId, pendingId } from '../../platform/ground/pending-ids.ts';
import { newRecordId } from '../../platform/ground/record-id.ts';
import { callMarketplace } from '../../platform/session/backend.ts';
import {
  forgetGuestHold,
  type GuestHold,
  guestHoldKey,
  guestSecretKey,
  readGuestHold,
} from '../../platform/session/guest-hold.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';

export type WantedTime = Pick<GuestHold, 'instructor' | 'start' | 'durationMinutes' | 'instructorName'>;

/**
 * Holds a time for this browser before anybody signs in; what it held before is let go for it. The record's id is kept until the server has
 * decided, so that a repeat has no second effect; the secret stays with the browser.
 */
export async function holdAsGuest({ instructorName, ...wanted }: WantedTime): Promise<GuestHold> {
  const known = readGuestHold();
  if (known && isSame(known, wanted)) return known;
  const request = `guest ${JSON.stringify(wanted)}`;
  try {
    const body = { id: pendingId(request), secret: ownSecret(), ...wanted };
    const { holdExpiresAt } = await callMarketplace<GuestHoldAnswer>('POST', 'guest-holds', { body });
    forgetPendingId(request);
    const hold = { ...wanted, holdExpiresAt, instructorName };
    localStorage.setItem(guestHoldKey, JSON.stringify(hold));
    return hold;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal && refusal.status < 500) {
      forgetPendingId(request);
      if (!readGuestHold()) forgetGuestHold();
    }
    throw error;
  }
}

/** Lets the time go that this browser holds. */
export async function releaseGuestHold(): Promise<void> {
  await callMarketplace('POST', 'guest-holds/release', { body: { secret: ownSecret() } });
  forgetGuestHold();
}

let claiming: Promise<string | undefined> | undefined;

/**
 * Gives what this browser holds to whoever has just signed in; answers the lesson, or undefined where it can't be theirs: then it is let go.
 * Throws when there was no answer; the hold is still known then. Asked twice at once it is one and the same.
 */
export function claimGuestHold(): Promise<string | undefined> {
  claiming ??= claim().finally(() => {
    claiming = undefined;
  });
  return claiming;
}

async function claim(): Promise<string | undefined> {
  try {
    const body = { secret: ownSecret() };
    const { lesson } = await callMarketplace<GuestHoldClaimAnswer>('POST', 'guest-holds/claim', { body });
    forgetGuestHold();
    return lesson;
  } catch (error) {
    const status = refusalIn(error)?.status ?? 500;
    if (status >= 500) throw error;
    if (status === 404) forgetGuestHold();
    else await releaseGuestHold();
    return undefined;
  }
}

/** Whether two times are one and the same. */
export function isSame(one: WantedTime, other: WantedTime): boolean {
  return (
    one.instructor === other.instructor &&
    one.durationMinutes === other.durationMinutes &&
    Date.parse(one.start) === Date.parse(other.start)
  );
}

/** What the server knows this browser by, of which it keeps only the digest: 45 letters and digits by chance, kept as long as they hold a time. */
function ownSecret(): string {
  const kept = localStorage.getItem(guestSecretKey);
  if (kept !== null && /^[a-z0-9]{45}$/.test(kept)) return kept;
  const secret = newRecordId() + newRecordId() + newRecordId();
  localStorage.setItem(guestSecretKey, secret);
  return secret;
}
