import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#texts/schedule.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatDate, formatDay, formatMonth, zoneLabel } from '../../platform/ui/format-time.ts';
import { type CalendarView, calendarViews, nextDate } from './calendar-address.ts';

type CalendarHeaderProps = {
  view: CalendarView;
  date: string;
  dates: readonly string[];
  zone: string;
  isLooking: boolean;
};

/** Which days are open, and the ways to others. Everything is a link, so back and forward work. */
export function CalendarHeader({ view, date, dates, zone, isLooking }: CalendarHeaderProps) {
  const to = (toView: CalendarView, toDate: string) => ({
    to: { search: `?view=${toView}&date=${toDate}` },
    preventScrollReset: true,
  });
  const arrow = 'btn btn-quiet size-11 shrink-0 p-0 text-ink';
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-1 gap-y-2 sm:gap-3">
      <h2 id="calendar" className="text-heading max-sm:text-title">
        {titleOf({ view, date, dates })}{' '}
        <span className="font-normal font-text text-body text-soft">
          {zoneLabel(zone)}
          {isLooking && `, ${texts.looking}`}
        </span>
      </h2>
      <div className="flex flex-wrap items-center gap-2 max-sm:contents print:hidden">
        <div className="flex items-center sm:gap-2 print:hidden">
          <Link {...to(view, nextDate({ view, date }, -1))} aria-label={texts.previousView({ view })} className={arrow}>
            <ChevronLeft size={20} strokeWidth={1.75} aria-hidden />
          </Link>
          <Link to={{ search: `?view=${view}` }} preventScrollReset className="btn btn-secondary max-sm:px-2.5">
            {texts.today}
          </Link>
          <Link {...to(view, nextDate({ view, date }, 1))} aria-label={texts.nextView({ view })} className={arrow}>
            <ChevronRight size={20} strokeWidth={1.75} aria-hidden />
          </Link>
        </div>
        <nav aria-label={texts.view} className="flex overflow-hidden rounded border border-line-strong print:hidden">
          {calendarViews.map((one) => (
            <Link
              key={one}
              {...to(one, date)}
              aria-current={one === view ? 'true' : undefined}
              className={classNames(
                'flex min-h-12 items-center px-3 font-semibold no-underline sm:px-4',
                one === view ? 'bg-green text-on-green' : 'bg-surface text-ink hover:bg-tint',
              )}
            >
              {viewNames[one]}
            </Link>
          ))}
        </nav>
        <Button variant="secondary" className="min-h-12 max-sm:hidden" onClick={() => print()}>
          <Printer size={18} strokeWidth={1.75} aria-hidden />
          {texts.print}
        </Button>
      </div>
    </div>
  );
}

const viewNames = { month: texts.month, agenda: texts.agenda, week: texts.week, day: texts.day } as const;

function titleOf({ view, date, dates }: Pick<CalendarHeaderProps, 'view' | 'date' | 'dates'>): string {
  if (view === 'day') return formatDay(date, 'UTC');
  if (view === 'month') return formatMonth(date.slice(0, 7));
  return texts.shortDayToAt({ shortDay: shortDay(dates[0]), at: shortDay(dates.at(-1)) });
}

/** `23 Nov` */
function shortDay(date = ''): string {
  return formatDate(date).slice(0, -5);
}
