import * as texts from '#texts/lessons.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import { hasTerms, useCancelTerms } from './use-cancelling.ts';

/** Until when its learner gets everything back for a lesson to come, which may be minutes after it was moved nearer. */
export function CancelUntil({ lesson }: { lesson: Lesson }) {
  const terms = useCancelTerms(lesson);
  const nowMs = useNow();
  if (!terms || !hasTerms(terms)) return null;
  const { isLate, until } = terms;
  const isFree = !isLate && until !== null && nowMs <= Date.parse(until);
  const zone = lesson.expand?.instructor?.timezone || undefined;
  return (
    <p className="figures mt-4 text-note text-soft print:hidden">
      {isFree ? texts.freeUntil({ until: formatStart(until, zone) }) : texts.noLongerFree}
    </p>
  );
}
