import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/weekly.ts';
import type { Week } from '#wire/booking.ts';
import { useNow } from '../../../platform/ground/use-now.ts';
import type { Lesson } from '../../../platform/records/lesson-record.ts';
import { useLesson } from '../../../platform/records/use-lessons.ts';
import { messageFor } from '../../../platform/session/message-for.ts';
import { refusalIn } from '../../../platform/session/server-errors.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Checkbox } from '../../../platform/ui/Checkbox.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatLessonTime, zoneLabel } from '../../../platform/ui/format-time.ts';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { HoldBar } from '../../holding/HoldBar.tsx';
import { useHoldingWeeks, useWeeks } from './use-weekly.ts';

/** Which of the next weeks to book the held time for, too: each with its own price, those that are not free left out. */
export function ChooseWeeks({ lessonId }: { lessonId: string }) {
  const lesson = useLesson(lessonId);
  return (
    <WhenRead read={lesson} what={texts.theWeeks} notLoaded={texts.weeksNotLoaded}>
      {lesson.data && <OfHeld lesson={lesson.data} />}
    </WhenRead>
  );
}

function OfHeld({ lesson }: { lesson: Lesson }) {
  const nowMs = useNow();
  const weeks = useWeeks(lesson);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isHeld = lesson.status === 'held' && Date.parse(lesson.holdExpiresAt) > nowMs;
  if (lesson.series) return <Navigate to={bookingPath({ series: lesson.series })} replace />;
  // The booking page says what became of it.
  if (!isHeld) return <Navigate to={bookingPath({ lesson: lesson.id })} replace />;
  const zone = lesson.expand?.instructor?.timezone || undefined;
  return (
    <>
      <HoldBar holdExpiresAt={lesson.holdExpiresAt} nowMs={Math.max(nowMs, Date.parse(lesson.created))} zone={zone} />
      <section aria-labelledby="weekly" className="max-w-[34rem]">
        <h2 id="weekly" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {texts.sameTimeEveryWeek}
        </h2>
        <p className="mt-1 mb-4 text-soft">{texts.onePayment}</p>
        <WhenRead read={weeks} what={texts.theWeeks} notLoaded={texts.weeksNotLoaded}>
          {weeks.data && <Choice lesson={lesson} weeks={weeks.data} zone={zone} />}
        </WhenRead>
      </section>
    </>
  );
}

function Choice({ lesson, weeks, zone }: { lesson: Lesson; weeks: readonly Week[]; zone: string | undefined }) {
  const navigate = useNavigate();
  const [leftOut, setLeftOut] = useState<readonly number[]>([]);
  const holding = useHoldingWeeks(lesson, (series) => void navigate(bookingPath({ series }), { replace: true }));
  const chosen = weeks.filter(({ week, refusal }) => week === 0 || (refusal === '' && !leftOut.includes(week)));
  const sumCents = chosen.reduce((sum, { priceCents }) => sum + priceCents, 0);
  const isSeveral = chosen.length > 1;
  const toggle = (week: number) =>
    setLeftOut((known) => (known.includes(week) ? known.filter((each) => each !== week) : [...known, week]));
  const problem = holding.error ? (messageFor(holding.error, texts.notHeld) ?? texts.notHeld) : undefined;
  // Without an answer they may all be held; trying again finds that out.
  const isRefused = (refusalIn(holding.error)?.status ?? 500) < 500;
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!holding.isPending && isSeveral) holding.mutate(chosen.map(({ week }) => week));
      }}
    >
      <fieldset className="card px-4 py-2">
        <legend className="unseen">{texts.theWeeks}</legend>
        <ul>
          {weeks.map((week) => (
            <li key={week.week} className="border-line border-b py-1 last:border-b-0">
              <WeekLine week={week} zone={zone} isChosen={chosen.includes(week)} onToggle={() => toggle(week.week)} />
            </li>
          ))}
        </ul>
      </fieldset>
      <p className="mt-2 text-note text-soft">{zoneLabel(zone)}</p>
      <p className="figures mt-4 flex justify-between gap-4 font-bold text-title">
        <span>{texts.lessonsInAll({ count: chosen.length })}</span>
        <span>{formatMoney(sumCents)}</span>
      </p>
      {problem && (
        <Notice kind="failure" className="mt-4">
          <p className="font-semibold">{problem}</p>
          {isRefused && <p>{texts.firstStaysHeld}</p>}
        </Notice>
      )}
      <Button
        type="submit"
        className="mt-4 min-h-12 w-full"
        disabled={!isSeveral}
        isBusy={holding.isPending}
        busyText={texts.holding}
      >
        {isSeveral ? texts.holdTheTimes({ count: chosen.length }) : texts.chooseAWeek}
      </Button>
      <p className="mt-3">
        <Link to={bookingPath({ lesson: lesson.id })} className="inline-flex min-h-11 items-center">
          {texts.onlyTheOne}
        </Link>
      </p>
    </form>
  );
}

type WeekLineProps = { week: Week; zone: string | undefined; isChosen: boolean; onToggle: () => void };

function WeekLine({ week, zone, isChosen, onToggle }: WeekLineProps) {
  const { start, end, priceCents, reason } = week;
  const isFirst = week.week === 0;
  const isFree = isFirst || week.refusal === '';
  return (
    <Checkbox
      checked={isChosen}
      disabled={isFirst || !isFree}
      onChange={onToggle}
      label={
        <>
          <span className="figures block font-semibold">{formatLessonTime(start, end, zone)}</span>
          {isFirst && <span className="block text-note text-soft">{texts.heldAlready}</span>}
          {!isFree && <span className="block text-note text-soft">{texts.notFree({ reason })}</span>}
        </>
      }
      note={isFree ? formatMoney(priceCents) : undefined}
    />
  );
}
