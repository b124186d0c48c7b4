import { Link } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/booking.ts';
import { usePayments } from '../../money/paying/use-payments.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { lessonOrder } from '../../platform/records/payment-record.ts';
import { useOwnComingLessons } from '../../platform/records/use-lessons.ts';
import { formatLessonTime } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { countdownOf } from './hold-countdown.ts';

/** The times the learner still holds and has not paid, with the way to pay them: each by itself, those of several weeks together. */
export function HeldReminder({ exceptStart }: { exceptStart?: string }) {
  const nowMs = useNow();
  const coming = useOwnComingLessons();
  const held = (coming.data ?? []).filter(
    (lesson) =>
      lesson.status === 'held' &&
      Date.parse(lesson.holdExpiresAt) > nowMs &&
      (exceptStart === undefined || Date.parse(lesson.start) !== Date.parse(exceptStart)),
  );
  const ofSeries = ({ series }: Lesson) => held.filter((other) => series && other.series === series);
  return held
    .filter((lesson) => (ofSeries(lesson)[0] ?? lesson) === lesson)
    .map((first) => <Reminder key={first.id} held={first} count={ofSeries(first).length} nowMs={nowMs} />);
}

function Reminder({ held, count, nowMs }: { held: Lesson; count: number; nowMs: number }) {
  const { id, series } = held;
  const payments = usePayments(series ? { field: 'lessonSeries', id: series } : lessonOrder(held));
  const isDeclared = payments.data?.some(({ status, declaredAt }) => status === 'processing' && declaredAt) ?? false;
  const heldStart = formatLessonTime(held.start, held.end);
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 rounded border border-amber-line bg-amber-tint px-4 py-2">
      <p className="grow">
        {isDeclared
          ? texts.lookingForPaymentOf({ heldStart })
          : inline(
              (count > 1 ? texts.holdingSeveral : texts.holdingUnpaid)({
                count,
                b: (text) => <b className="figures font-semibold">{text}</b>,
                heldStart,
                span: (text) => <span className="figures">{text}</span>,
                text: countdownOf(held.holdExpiresAt, nowMs).text,
              }),
            )}
      </p>
      <Link to={bookingPath({ lesson: id, series })} className="flex min-h-11 items-center font-semibold">
        {isDeclared ? texts.seePayment : texts.goOnToPay}
      </Link>
    </div>
  );
}
