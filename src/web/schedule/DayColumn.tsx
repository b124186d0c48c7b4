import { Link } from 'react-router';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import * as texts from '#texts/schedule.ts';
import { statusWords } from '../lessons/lesson-status.ts';
import { classNames } from '../ui/class-names.ts';
import { formatClock, formatDay } from '../ui/format-time.ts';
import type { OpenHours, Range, Taken } from './calendar-day.ts';
import type { CalendarLesson, TimeOff } from './use-calendar.ts';
import type { HoursDrag } from './use-hours-drag.ts';
import { clockOfMinute } from './wall-minutes.ts';

/** How tall an hour is; the lines between the hours have the same distance. */
export const hourPixels = 52;

/** One date of the calendar with all that lies on it. */
export type CalendarDay = {
  date: string;
  hours: OpenHours[];
  lessons: Taken<CalendarLesson>[];
  timeOff: Taken<TimeOff>[];
  holiday: string | undefined;
};

type DayColumnProps = {
  day: CalendarDay;
  shown: { from: number; to: number };
  zone: string;
  nowMinute: number | undefined;
  nameOf: (learner: string) => string;
  drag: HoursDrag;
  onHours: (date: string, hours: OpenHours, range: Range) => void;
  onTimeOff: (timeOff: TimeOff) => void;
};

/** A day as a column: open hours painted underneath, time away and lessons on top. */
export function DayColumn({ day, shown, zone, nowMinute, nameOf, drag, onHours, onTimeOff }: DayColumnProps) {
  const { date } = day;
  const place = ({ startMinute, endMinute }: Range) => {
    const minutes = (shown.to - shown.from) * 60;
    const percent = (minute: number) => (Math.min(minutes, Math.max(0, minute - shown.from * 60)) / minutes) * 100;
    return { top: `${percent(startMinute)}%`, height: `${percent(endMinute) - percent(startMinute)}%` };
  };
  const draft = drag.draft?.date === date ? drag.draft : undefined;
  return (
    <ul
      aria-label={formatDay(date, 'UTC')}
      data-day={date}
      className="relative cursor-cell border-line border-l bg-surface bg-[repeating-linear-gradient(var(--color-line)_0_1px,transparent_1px_52px)]"
      style={{ height: `${(shown.to - shown.from) * hourPixels}px` }}
      onPointerDown={(event) => drag.grab(event, date)}
      onPointerMove={drag.move}
      onPointerUp={drag.release}
      onPointerCancel={drag.cancel}
    >
      {day.hours.map((hours) => (
        <li key={hours.key} className="absolute inset-x-0" style={place(hours)}>
          <HoursBlock date={date} hours={hours} drag={drag} onOpen={(range) => onHours(date, hours, range)} />
        </li>
      ))}
      {day.timeOff.map(({ key, item, ...range }) => (
        <li key={key} className="absolute inset-x-0.5" style={place(range)}>
          <button
            type="button"
            onClick={() => onTimeOff(item)}
            onPointerDown={(event) => event.stopPropagation()}
            className="size-full overflow-hidden rounded-sm border border-line-strong bg-[repeating-linear-gradient(135deg,var(--color-sunken)_0_6px,var(--color-line)_6px_8px)] p-1 text-left text-xs"
          >
            <span className="rounded-sm bg-sunken px-1 font-semibold">{texts.away}</span>
            <span className="unseen">
              {' '}
              {rangeText(range)}
              {item.reason && `, ${item.reason}`}
            </span>
          </button>
        </li>
      ))}
      {day.lessons.map(({ key, item, ...range }) => (
        <li key={key} className="pointer-events-none absolute right-3 left-1" style={place(range)}>
          <Link
            to={`/dashboard/lessons/${item.id}`}
            draggable={false}
            onPointerDown={(event) => event.stopPropagation()}
            className={classNames(
              'figures pointer-events-auto block h-full min-h-6 overflow-hidden rounded-sm px-1.5 py-0.5 text-xs leading-tight no-underline',
              lookOf(item.status).look,
            )}
          >
            <span aria-hidden>{lookOf(item.status).sign} </span>
            <b className="font-semibold">{formatClock(item.start, zone)}</b>{' '}
            {item.status !== 'confirmed' && `${statusWords(item.status, 'instructor').word} `}
            {nameOf(item.learner || item.ownLearner)}
            <span className="unseen">
              {' '}
              {texts.toEnd({ end: formatClock(item.end, zone) })}
              {item.status === 'confirmed' && `, ${statusWords(item.status, 'instructor').word}`}
            </span>
          </Link>
        </li>
      ))}
      {draft && (
        <li
          aria-hidden
          className="pointer-events-none absolute inset-x-0 rounded-sm border-2 border-amber border-dashed bg-amber-tint/80 px-1 text-amber-ink text-xs font-semibold"
          style={place(draft.range)}
        >
          {rangeText(draft.range)}
        </li>
      )}
      {nowMinute !== undefined && (
        <li
          aria-hidden
          className="pointer-events-none absolute inset-x-0 border-red border-t-2"
          style={{ top: place({ startMinute: nowMinute, endMinute: nowMinute }).top }}
        />
      )}
    </ul>
  );
}

type HoursBlockProps = { date: string; hours: OpenHours; drag: HoursDrag; onOpen: (range: Range) => void };

function HoursBlock({ date, hours, drag, onOpen }: HoursBlockProps) {
  const draft = drag.draft?.hours?.key === hours.key ? drag.draft : undefined;
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Shift+ArrowUp Shift+ArrowDown"
        onClick={() => onOpen(draft?.range ?? hours)}
        onPointerDown={(event) => drag.grab(event, date)}
        onBlur={() => draft && drag.clear()}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft) drag.clear();
          if (!event.altKey && !event.shiftKey) return;
          if (drag.nudge(event.key, event.altKey, date, hours)) event.preventDefault();
        }}
        className="figures absolute inset-0 flex items-end overflow-hidden border-green border-l-4 bg-tint px-1 pb-0.5 text-left text-green text-xs hover:bg-tint-line"
      >
        <span className="unseen">{texts.open} </span>
        {rangeText(hours)}
      </button>
      {(['start', 'end'] as const).map((grip) => (
        <span
          key={grip}
          aria-hidden
          className={classNames(
            'absolute inset-x-0 h-2 cursor-row-resize hover:bg-green/40 max-md:hidden',
            grip === 'start' ? 'top-0' : 'bottom-0',
          )}
          onPointerDown={(event) => drag.grab(event, date, { hours, grip })}
        />
      ))}
    </>
  );
}

/** A lesson's state by shape beside its word: asked for is dashed, agreed is full, going on has a thick edge, over is hollow. */
function lookOf(status: string): { look: string; sign: string } {
  if (status === 'requested')
    return { look: 'border-2 border-amber border-dashed bg-amber-tint text-amber-ink', sign: '?' };
  if (status === 'in_progress')
    return { look: 'border-ink border-4 bg-green text-on-green hover:bg-green-deep', sign: '▶' };
  if (status === 'confirmed')
    return { look: 'border border-green bg-green text-on-green hover:bg-green-deep', sign: '●' };
  const isOver = isLesson('taught', status);
  return { look: 'border-2 border-green bg-surface text-ink hover:bg-tint', sign: isOver ? '✓' : '!' };
}

/** `09:00–12:00` */
export function rangeText({ startMinute, endMinute }: Range): string {
  return `${clockOfMinute(startMinute)}–${clockOfMinute(endMinute)}`;
}
