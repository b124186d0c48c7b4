import { answerUntil } from '#rules/lessons/answer-until.ts';
import * as texts from '#texts/booking.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useStanding } from '../../trust/reliability/use-standing.ts';

type ByHandProps = { instructor: Instructor | undefined; start?: string };

/**
 * Before paying: this instructor confirms by hand, of everybody or of a learner who missed lessons, and until when that is if one pays now.
 * Before a time is chosen the latest that it can be: a lesson that is near is answered sooner. Nothing for others.
 */
export function ByHandNotice({ instructor, start }: ByHandProps) {
  const policy = usePolicy();
  const standing = useStanding();
  const asksAll = standing.data !== undefined && standing.data.learner.state !== 'good';
  if (!instructor || (instructor.instantBooking && !asksAll)) return null;
  const untilMs = answerUntil(start ? Date.parse(start) : Infinity, currentTime().getTime(), policy);
  return (
    <Notice kind="attention" className="mt-5 mb-5">
      <p>
        {inline(
          texts.answersByHand({
            instructorName: instructor.name,
            until: formatStart(new Date(untilMs), instructor.timezone || undefined),
            b: (text) => <b className="figures font-semibold">{text}</b>,
          }),
        )}
      </p>
    </Notice>
  );
}
