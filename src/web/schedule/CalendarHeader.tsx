import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#texts/schedule.ts';
import { addDays } from '../ui/add-days.ts';
import { classNames } from '../ui/class-names.ts';
import { formatDate, formatDay, zoneLabel } from '../ui/format-time.ts';
import type { CalendarView } from './calendar-address.ts';

type CalendarHeaderProps = {
  view: CalendarView;
  date: string;
  dates: readonly string[];
  zone: string;
  isLooking: boolean;
};

/** Which days are open, and the ways to others. Everything is a link, so back and forward work. */
export function CalendarHeader({ view, date, dates, zone, isLooking }: CalendarHeaderProps) {
  const step = view === 'week' ? 7 : 1;
  const to = (toView: CalendarView, toDate: string) => ({
    to: { search: `?view=${toView}&date=${toDate}` },
    preventScrollReset: true,
  });
  const arrow = 'btn btn-quiet size-11 shrink-0 p-0 text-ink';
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h2 id="calendar" className="text-2xl">
        {view === 'day'
          ? formatDay(date, 'UTC')
          : texts.shortDayToAt({ shortDay: shortDay(dates[0]), at: shortDay(dates.at(-1)) })}{' '}
        <span className="font-normal font-text text-base text-soft">
          {zoneLabel(zone)}
          {isLooking && `, ${texts.looking}`}
        </span>
      </h2>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Link {...to(view, addDays(date, -step))} aria-label={texts.previousView({ view })} className={arrow}>
          <ChevronLeft size={20} strokeWidth={1.75} aria-hidden />
        </Link>
        <Link to={{ search: `?view=${view}` }} preventScrollReset className="btn btn-secondary">
          {texts.today}
        </Link>
        <Link {...to(view, addDays(date, step))} aria-label={texts.nextView({ view })} className={arrow}>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden />
        </Link>
        <nav aria-label={texts.view} className="flex overflow-hidden rounded border border-line-strong">
          {(['week', 'day'] as const).map((one) => (
            <Link
              key={one}
              {...to(one, date)}
              aria-current={one === view ? 'true' : undefined}
              className={classNames(
                'flex min-h-11 items-center px-4 font-semibold no-underline',
                one === view ? 'bg-green text-on-green' : 'bg-surface text-ink hover:bg-tint',
              )}
            >
              {one === 'week' ? texts.week : texts.day}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}

/** `23 Nov` */
function shortDay(date = ''): string {
  return formatDate(date).slice(0, -5);
}
