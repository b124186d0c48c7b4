import { formatDate } from '../../platform/ui/format-time.ts';
import type { ClaimDecision } from './claim-record.ts';

/** Which of the staff decided, and when: only staff are told. */
export function ByWhom({ decision: { adminName, created } }: { decision: ClaimDecision }) {
  return (
    <span className="text-soft text-note">
      {adminName}, {formatDate(created)}
    </span>
  );
}
