import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/booking.ts';
import { formatUnit } from '#texts/format-number.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import type { Payment } from '../../platform/records/payment-record.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatLessonTime, formatStart } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { NearestTimes } from '../times/NearestTimes.tsx';
import { useSlots } from '../times/use-slots.ts';
import { HoldProblem } from './HoldProblem.tsx';
import { type HoldFailure, readHoldFailure } from './hold-refusal.ts';
import { SlowHold } from './SlowHold.tsx';
import { useHolding } from './use-holding.ts';

/** The hold ran out. If the time is still free it is one tap away again, with everything as entered; else the nearest are. */
export function HoldOver({ lesson, payment }: { lesson: Lesson; payment: Payment | undefined }) {
  const navigate = useNavigate();
  const zone = lesson.expand?.instructor?.timezone || undefined;
  const start = new Date(lesson.start).toISOString();
  const wanted = { instructor: lesson.instructor, start, durationMinutes: lesson.durationMinutes };
  const slots = useSlots({ ...wanted, postalCode: lesson.postalCode });
  const heading = useRef<HTMLHeadingElement>(null);
  const [failure, setFailure] = useState<HoldFailure>();
  const holding = useHolding((held) => void navigate(bookingPath({ lesson: held.id }), { replace: true }));
  useEffect(() => heading.current?.focus(), []);

  const isFree = slots.data?.items.some((slot) => Date.parse(slot.start) === Date.parse(start)) ?? false;
  const takeAgain = () => {
    const { pickup, postalCode, note } = lesson;
    setFailure(undefined);
    holding.mutate(
      { ...wanted, pickup, postalCode, note },
      { onError: (error) => setFailure(readHoldFailure(error, false)) },
    );
  };
  return (
    <section aria-labelledby="hold-over" className="max-w-[44rem]">
      <h2 id="hold-over" ref={heading} tabIndex={-1} className="mb-2 text-heading outline-none">
        {texts.theHoldHasEnded}
      </h2>
      <p className="mb-5">
        {inline(
          texts.holdIsOver({
            hold: formatUnit(heldMinutes(lesson), 'minute'),
            b: (text) => <b className="figures font-semibold">{text}</b>,
            lessonStart: formatLessonTime(lesson.start, lesson.end, zone),
            payment: moneySentence(payment),
          }),
        )}
      </p>
      {slots.isPending && (
        <AfterDelay what={texts.freeTimes}>
          <Skeleton className="h-12 w-72" />
        </AfterDelay>
      )}
      {isFree && (
        <Button isBusy={holding.isPending} busyText={texts.holdingTheTime} onClick={takeAgain} className="min-h-12">
          {texts.takeLessonStartAgain({ lessonStart: formatStart(lesson.start, zone) })}
        </Button>
      )}
      {holding.isPending && <SlowHold />}
      {failure && (
        <HoldProblem
          failure={failure}
          wanted={wanted}
          slots={slots.data?.items ?? []}
          zone={zone}
          pickup={lesson}
          isAnswer
        />
      )}
      {slots.data && !isFree && !failure && (
        <Notice kind="attention">
          <p>{texts.thatTimeIsNoLonger}</p>
          <NearestTimes slots={slots.data.items} wanted={wanted} zone={zone} />
        </Notice>
      )}
      {(isFree || slots.isError) && !failure && (
        <NearestTimes slots={slots.data?.items ?? []} wanted={wanted} zone={zone} />
      )}
    </section>
  );
}

/** How long the time was held: the policies may be others by now. */
function heldMinutes({ created, holdExpiresAt }: Lesson): number {
  return Math.round((Date.parse(holdExpiresAt) - Date.parse(created)) / 60_000);
}

function moneySentence(payment: Payment | undefined): string {
  if (payment?.status === 'refunded') return texts.yourMoneyArrivedTooLate;
  return texts.nothingWasCharged;
}
