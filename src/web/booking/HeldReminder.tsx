import { Link } from 'react-router';
import * as texts from '#texts/booking.ts';
import { useOwnComingLessons } from '../lessons/use-lessons.ts';
import { formatLessonTime } from '../ui/format-time.ts';
import { inline } from '../ui/inline.ts';
import { bookingPath } from './booking-address.ts';
import { countdownOf } from './hold-countdown.ts';
import { useNow } from './use-now.ts';

/** A time the learner still holds and has not paid, with the way to pay it. Nothing when there is none. */
export function HeldReminder({ exceptStart }: { exceptStart?: string }) {
  const nowMs = useNow();
  const coming = useOwnComingLessons();
  const held = coming.data?.find(
    (lesson) =>
      lesson.status === 'held' &&
      Date.parse(lesson.holdExpiresAt) > nowMs &&
      (exceptStart === undefined || Date.parse(lesson.start) !== Date.parse(exceptStart)),
  );
  if (!held) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 rounded border border-amber-line bg-amber-tint px-4 py-2">
      <p className="grow">
        {inline(
          texts.holdingUnpaid({
            b: (text) => <b className="figures font-semibold">{text}</b>,
            heldStart: formatLessonTime(held.start, held.end),
            span: (text) => <span className="figures">{text}</span>,
            text: countdownOf(held.holdExpiresAt, nowMs).text,
          }),
        )}
      </p>
      <Link to={bookingPath({ lesson: held.id })} className="flex min-h-11 items-center font-semibold">
        {texts.goOnToPay}
      </Link>
    </div>
  );
}
