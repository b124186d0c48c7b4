import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { dayMs, weekMs } from '#rules/time/durations.ts';

/** What admins may do to a checked profile without checking it again. Everything else follows from a verification. */
const unchecked: Record<string, readonly string[]> = { listed: ['paused'], paused: ['listed'] };

/**
 * Nobody is listed unseen: the platform's people list, refuse, suspend and restore by a verification, and may pause a checked profile.
 * Who is listed may pause and come back by themselves. One of the staff pauses a profile for a day, once in a week: what lasts takes two, by a verification.
 * A profile retires with its account. What a superuser sets is taken as fact.
 */
export function checkListing(
  { auth, system, record, original, sent }: RecordEvent,
  { message, nowMs }: { message: string; nowMs: number },
): void {
  const [before, after] = [String(original?.status ?? 'draft'), String(record.status)];
  const isOwn = auth !== null && auth.id === original?.user;
  const isTrusted = system || auth?.isSuperuser === true;
  // Staff who pause a profile that its instructor paused before mean it to stay paused.
  const isPausedByOthers = after === 'paused' && !isOwn && (before !== after || sent.has('status'));
  if (before === after && !isPausedByOthers) return;
  record.pausedBySelf = after === 'paused' && isOwn;
  if (isTrusted) {
    record.pausedUntil = '';
    return;
  }
  if (before !== after && !(unchecked[before]?.includes(after) && record.verifiedAt !== ''))
    throw byVerification(message);
  if (!isPausedByOthers) return;
  const lastMs = Date.parse(String(original?.pausedUntil)) - dayMs;
  if (nowMs - lastMs < weekMs) {
    const error = {
      code: 'needs_second_word',
      message: 'Staff paused this profile in the last 7 days. Suspend it: a second person confirms that.',
    };
    throw badRequest(message, { status: error });
  }
  record.pausedUntil = wireDate(nowMs + dayMs);
}

function byVerification(message: string) {
  return badRequest(message, {
    status: { code: 'needs_verification', message: 'This follows from a verification: nobody is listed unseen.' },
  });
}
