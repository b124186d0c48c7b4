import { Link } from 'react-router';
import * as texts from '#texts/booking.ts';
import type { Lesson } from '../lessons/lesson-record.ts';
import { useOwnComingLessons } from '../lessons/use-lessons.ts';
import { formatLessonTime } from '../ui/format-time.ts';
import { inline } from '../ui/inline.ts';
import { bookingPath } from './booking-address.ts';
import { countdownOf } from './hold-countdown.ts';
import { lessonOrder } from './payment-record.ts';
import { usePayments } from './use-booking-reads.ts';
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
  return <Reminder held={held} nowMs={nowMs} />;
}

function Reminder({ held, nowMs }: { held: Lesson; nowMs: number }) {
  const payments = usePayments(lessonOrder(held));
  const isDeclared = payments.data?.some(({ status, declaredAt }) => status === 'processing' && declaredAt) ?? false;
  const heldStart = formatLessonTime(held.start, held.end);
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 rounded border border-amber-line bg-amber-tint px-4 py-2">
      <p className="grow">
        {isDeclared
          ? texts.lookingForPaymentOf({ heldStart })
          : inline(
              texts.holdingUnpaid({
                b: (text) => <b className="figures font-semibold">{text}</b>,
                heldStart,
                span: (text) => <span className="figures">{text}</span>,
                text: countdownOf(held.holdExpiresAt, nowMs).text,
              }),
            )}
      </p>
      <Link to={bookingPath({ lesson: held.id })} className="flex min-h-11 items-center font-semibold">
        {isDeclared ? texts.seePayment : texts.goOnToPay}
      </Link>
    </div>
  );
}
