import { ApiError } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';

/**
 * Refuses a decision (409 `decided_meanwhile` at `after`) whose maker had another one before them than the newest: two people who have a case open
 * at once can't undo each other without seeing it. `after` in the body is the id of the newest decision that was seen, empty for none; a body
 * without it is about the case as it is now.
 */
export function refuseDecidedMeanwhile({ body }: InsideEvent, newest: { id: string; by: string } | undefined): void {
  const { after } = body.fields;
  if (after === undefined || after === (newest?.id ?? '')) return;
  const message = newest?.by
    ? `${newest.by} decided this while you had it open. Look at that decision first.`
    : 'Somebody else decided this while you had it open. Look at that decision first.';
  throw new ApiError(409, 'Failed to create record.', { after: { code: 'decided_meanwhile', message } });
}
