import { CalendarX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import * as texts from '#texts/schedule.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatClock, localDateOf } from '../../platform/ui/format-time.ts';
import { nextFullHour } from '../../platform/ui/next-full-hour.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { useIsNarrow } from '../../platform/ui/use-is-narrow.ts';
import { minuteOfClock } from '../../platform/ui/wall-minutes.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { CalendarHeader } from './CalendarHeader.tsx';
import { type CalendarView, datesOf, readCalendarAddress } from './calendar-address.ts';
import { openHoursOf, takenOn } from './calendar-day.ts';
import type { CalendarDay } from './DayColumn.tsx';
import { gapsOf } from './day-gaps.ts';
import { BookOwnLearner, HoursDialog, MonthGrid, MoveLessonDialog } from './lazy-parts.ts';
import type { LessonMove } from './lesson-drag.ts';
import { type AvailabilityRule, useAvailability } from './use-availability.ts';
import { type Calendar as Contents, type TimeOff, useCalendar } from './use-calendar.ts';
import { useHoursChange } from './use-hours-change.ts';
import type { Draft } from './use-hours-drag.ts';
import { WeekAgenda } from './WeekAgenda.tsx';

/** In a narrower window seven days beside one another are too thin for the names of learners. */
const weekFromPixels = 1024;

type CalendarProps = {
  instructor: string;
  zone: string;
  nameOf: (learner: string) => string;
  onTimeOff: (timeOff: TimeOff) => void;
};

/** A week or a day with lessons, open hours and time away, in which hours are opened, changed and closed. */
export function Calendar({ instructor, zone, nameOf, onTimeOff }: CalendarProps) {
  const [params] = useSearchParams();
  const isNarrow = useIsNarrow(weekFromPixels);
  const now = currentTime();
  const today = localDateOf(now, zone);
  const { view, date } = readCalendarAddress(params, { today, view: isNarrow ? 'day' : 'week' });
  const dates = datesOf({ view, date });
  const rules = useAvailability(instructor);
  const contents = useCalendar(instructor, zone, dates);
  const isFailed = (rules.isError && !rules.data) || (contents.isError && !contents.data);
  const [isBlocking, setBlocking] = useState(false);
  const retry = () => void Promise.all([rules.refetch(), contents.refetch()]);
  return (
    <section aria-labelledby="calendar" className="flex flex-col">
      <CalendarHeader view={view} date={date} dates={dates} zone={zone} isLooking={contents.isPlaceholderData} />
      {/* As high from the beginning as with the second button, which comes later. On a phone the day comes first. */}
      <div className="flex min-h-12 flex-wrap items-start gap-3 max-md:order-last max-md:mt-4 max-sm:min-h-27 max-sm:flex-col md:mb-4 print:hidden">
        <Button variant="secondary" className="min-h-12" onClick={() => setBlocking(true)}>
          <CalendarX size={18} strokeWidth={1.75} aria-hidden />
          {texts.blockTime}
        </Button>
        <Suspense>
          <BookOwnLearner instructor={instructor} zone={zone} date={date} />
        </Suspense>
      </div>
      {isFailed && <ErrorState title={texts.calendarNotLoaded} detail={texts.nothingInItHasChanged} onRetry={retry} />}
      {!isFailed && !(rules.data && contents.data) && (
        <AfterDelay what={texts.yourCalendar}>
          <Skeleton className="h-[36rem] w-full" />
        </AfterDelay>
      )}
      {rules.data && contents.data && (
        <Days
          key={instructor}
          instructor={instructor}
          zone={zone}
          dates={dates}
          view={isNarrow && view === 'week' ? 'agenda' : view}
          month={date.slice(0, 7)}
          now={{ date: today, minute: minuteOfClock(formatClock(now, zone)) ?? 0 }}
          rules={rules.data}
          contents={contents.data}
          nameOf={nameOf}
          onTimeOff={onTimeOff}
          blocked={isBlocking ? date : undefined}
          onBlocked={() => setBlocking(false)}
        />
      )}
    </section>
  );
}

type DaysProps = CalendarProps & {
  dates: readonly string[];
  view: CalendarView;
  month: string;
  now: { date: string; minute: number };
  rules: readonly AvailabilityRule[];
  contents: Contents;
  /** The day on which one wants to be away for some hours; undefined while nobody asked for that. */
  blocked: string | undefined;
  onBlocked: () => void;
};

function Days({
  instructor,
  zone,
  dates,
  view,
  month,
  now,
  rules,
  contents,
  nameOf,
  onTimeOff,
  blocked,
  onBlocked,
}: DaysProps) {
  const [drawn, setDraft] = useState<Draft>();
  const draft = blocked ? draftOfBlock(blocked, now) : drawn;
  const [move, setMove] = useState<LessonMove>();
  const close = () => {
    setDraft(undefined);
    onBlocked();
  };
  const change = useHoursChange({
    instructor,
    zone,
    rules,
    calendar: contents,
    onDone: close,
  });
  const days = dates.map((date) => dayOf(date, { rules, contents, zone }));
  const open = (next: Draft) => {
    change.reset();
    setDraft(next);
  };
  const parts = {
    days,
    zone,
    nameOf,
    onTimeOff,
    onDraft: open,
    onAdd: (date: string) => open({ date, hours: undefined, range: { startMinute: 540, endMinute: 1080 } }),
  };
  return (
    <>
      {view === 'agenda' && <WeekAgenda {...parts} today={now.date} />}
      {(view === 'week' || view === 'day') && <CalendarGrid {...parts} now={now} onMove={setMove} />}
      {view === 'month' && (
        <Suspense fallback={<Skeleton className="h-[36rem] w-full" />}>
          <MonthGrid days={days} zone={zone} nameOf={nameOf} today={now.date} month={month} />
        </Suspense>
      )}
      <Suspense>
        {draft && (
          <HoursDialog
            instructor={instructor}
            zone={zone}
            nameOf={nameOf}
            draft={draft}
            firstScope={blocked ? 'away' : firstScope(draft, days)}
            isBusy={change.isBusy}
            error={change.error}
            onSave={change.save}
            onRemove={change.remove}
            onClose={close}
          />
        )}
        {move && <MoveLessonDialog move={move} zone={zone} nameOf={nameOf} onClose={() => setMove(undefined)} />}
      </Suspense>
    </>
  );
}

/** What is drawn over open hours is rather time away; what changes a date's own hours stays the date's. */
function firstScope({ date, hours, range }: Draft, days: readonly CalendarDay[]) {
  if (hours) return hours.rule ? 'every' : 'date';
  const isOpen = days
    .find((day) => day.date === date)
    ?.hours.some((open) => open.startMinute < range.endMinute && range.startMinute < open.endMinute);
  return isOpen ? 'away' : 'every';
}

/** The next full hour of today, or the first of another day's usual work. */
function draftOfBlock(date: string, now: { date: string; minute: number }): Draft {
  const startMinute = nextFullHour(date, now);
  return { date, hours: undefined, range: { startMinute, endMinute: startMinute + 60 } };
}

type Sources = { rules: readonly AvailabilityRule[]; contents: Contents; zone: string };

function dayOf(date: string, { rules, contents, zone }: Sources): CalendarDay {
  const lessons = takenOn(date, contents.lessons, zone);
  return {
    date,
    // On a holiday that closes nobody can book, whatever the hours of that weekday are.
    hours: contents.closed.includes(date) ? [] : openHoursOf(date, rules, contents.overrides),
    moves: takenOn(date, contents.moves, zone),
    asked: contents.moves.map(({ lesson }) => lesson),
    lessons,
    gaps: gapsOf(lessons),
    timeOff: takenOn(date, contents.timeOff, zone),
    busy: takenOn(date, contents.busy, zone),
    holiday: contents.holidays.find((holiday) => holiday.date === date)?.name,
  };
}
