import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';

/** What admins may do to a checked profile without checking it again. Everything else follows from a verification. */
const unchecked: Record<string, readonly string[]> = { listed: ['paused'], paused: ['listed'] };

/**
 * Nobody is listed unseen: the platform's people list, refuse, suspend and restore by a verification, and may pause a checked profile.
 * Who is listed may pause and come back by themselves. A profile retires with its account. What a superuser sets is taken as fact.
 */
export function checkListing({ auth, system, record, original, sent }: RecordEvent, message: string): void {
  const [before, after] = [String(original?.status ?? 'draft'), String(record.status)];
  const isOwn = auth !== null && auth.id === original?.user;
  // Staff who pause a profile that its instructor paused before mean it to stay paused.
  if (before === after && !isOwn && sent.has('status')) record.pausedBySelf = false;
  if (before === after) return;
  record.pausedBySelf = after === 'paused' && isOwn;
  if (system || auth?.isSuperuser) return;
  if (unchecked[before]?.includes(after) && record.verifiedAt !== '') return;
  throw badRequest(message, {
    status: { code: 'needs_verification', message: 'This follows from a verification: nobody is listed unseen.' },
  });
}
