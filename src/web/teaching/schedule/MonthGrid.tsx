import { Link } from 'react-router';
import * as texts from '#texts/schedule.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatClock, formatDay } from '../../platform/ui/format-time.ts';
import { weekdays } from '../../platform/ui/weekdays.ts';
import type { CalendarDay } from './DayColumn.tsx';

type MonthGridProps = {
  days: readonly CalendarDay[];
  zone: string;
  today: string;
  /** The month that is shown, `2026-11`; days of others are quieter. */
  month: string;
  nameOf: (learner: string) => string;
};

/** How many lessons of a day have room by name; the rest are counted. */
const named = 3;

/** A month of days, each with its lessons and what else lies on it; a day leads to its own view. */
export function MonthGrid({ days, zone, today, month, nameOf }: MonthGridProps) {
  return (
    <div data-drawn className="card overflow-hidden">
      <div aria-hidden className="grid grid-cols-7 bg-sunken text-center text-soft text-note">
        {weekdays.map(({ weekday, name }) => (
          <span key={weekday} className="py-1">
            {name.slice(0, 3)}
          </span>
        ))}
      </div>
      <ul className="grid grid-cols-7">
        {days.map((day) => (
          <li
            key={day.date}
            className={classNames(
              'min-h-16 border-line border-t border-l md:min-h-28',
              !day.date.startsWith(month) && 'bg-sunken',
            )}
          >
            <MonthDay day={day} zone={zone} isToday={day.date === today} nameOf={nameOf} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type MonthDayProps = { day: CalendarDay; zone: string; isToday: boolean; nameOf: (learner: string) => string };

function MonthDay({ day: { date, lessons, moves, timeOff, holiday }, zone, isToday, nameOf }: MonthDayProps) {
  return (
    <Link
      to={{ search: `?view=day&date=${date}` }}
      preventScrollReset
      className="figures block h-full p-1 text-ink text-label no-underline hover:bg-tint md:p-2"
    >
      <span className={classNames('text-body', isToday && 'font-bold text-green')}>
        <span className="unseen">{formatDay(date, 'UTC')}</span>
        <span aria-hidden>{Number(date.slice(8))}</span>
        {isToday && <span className="unseen">, {texts.todayWord}</span>}
      </span>
      {holiday && <span className="block text-amber-ink max-md:unseen">{holiday}</span>}
      {timeOff.length > 0 && <span className="block text-soft">{texts.away}</span>}
      {lessons.length > 0 && (
        <span className="mt-0.5 block font-semibold text-green md:unseen">
          <span className="unseen">{texts.lessonCount({ count: lessons.length })}</span>
          <span aria-hidden>{lessons.length}</span>
        </span>
      )}
      {moves.map(({ key, item }) => (
        <span
          key={key}
          className="mt-0.5 block truncate rounded-sm border border-amber-ink border-dashed text-amber-ink md:px-1"
        >
          <span className="unseen">{texts.moveAskedFor({ name: nameOf(item.learner) })} </span>
          {formatClock(item.start, zone)}
          <span aria-hidden className="max-md:hidden">
            {' '}
            {nameOf(item.learner)}
          </span>
        </span>
      ))}
      <span aria-hidden className="max-md:hidden">
        {lessons.slice(0, named).map(({ key, item }) => (
          <span key={key} className="mt-0.5 block truncate rounded-sm bg-tint px-1 text-green">
            {formatClock(item.start, zone)} {nameOf(item.learner || item.ownLearner)}
          </span>
        ))}
        {lessons.length > named && (
          <span className="block">{texts.moreLessons({ count: lessons.length - named })}</span>
        )}
      </span>
    </Link>
  );
}
