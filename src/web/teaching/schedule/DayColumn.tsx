import * as texts from '#texts/schedule.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatDay } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { clockOfMinute } from '../../platform/ui/wall-minutes.ts';
import { type OpenHours, placeOf, type Range, type Taken } from './calendar-day.ts';
import { DayLessons } from './DayLessons.tsx';
import { type Gap, isTight } from './day-gaps.ts';
import { gapText, shortGapText } from './gap-text.ts';
import type { BusyTime, CalendarLesson, MoveAsked, TimeOff } from './use-calendar.ts';
import type { HoursDrag } from './use-hours-drag.ts';
import type { LessonHandlers } from './use-lesson-drag.ts';

/** How tall an hour is; the lines between the hours have the same distance. */
export const hourPixels = 52;

/** One date of the calendar with all that lies on it. */
export type CalendarDay = {
  date: string;
  hours: OpenHours[];
  lessons: Taken<CalendarLesson>[];
  /** Where lessons were asked to move to, and which lessons these are, on whatever date. */
  moves: Taken<MoveAsked>[];
  asked: readonly string[];
  timeOff: Taken<TimeOff>[];
  busy: Taken<BusyTime>[];
  gaps: Gap[];
  holiday: string | undefined;
};

/** The id of what the keys do with open hours: it is said once for all of them. */
export const keysOfHours = 'keys-of-hours';

/** What is only said aloud: it makes a sentence of what stands in a narrow column. */
const aside = (text: string) => <span className="unseen">{text}</span>;

type DayColumnProps = {
  day: CalendarDay;
  shown: { from: number; to: number };
  zone: string;
  nowMinute: number | undefined;
  nameOf: (learner: string) => string;
  drag: HoursDrag;
  lessonHandlers: LessonHandlers;
  onHours: (date: string, hours: OpenHours, range: Range) => void;
  onTimeOff: (timeOff: TimeOff) => void;
};

/** A day as a column: open hours painted underneath, time away and lessons on top. */
export function DayColumn({
  day,
  shown,
  zone,
  nowMinute,
  nameOf,
  drag,
  lessonHandlers,
  onHours,
  onTimeOff,
}: DayColumnProps) {
  const { date } = day;
  const dayText = formatDay(date, 'UTC');
  const draft = drag.draft?.date === date ? drag.draft : undefined;
  return (
    <ul
      aria-label={texts.dayOfLessons({
        date: dayText,
        isToday: String(nowMinute !== undefined),
        count: day.lessons.length,
      })}
      data-day={date}
      className="relative cursor-cell border-line border-l bg-sunken bg-[repeating-linear-gradient(var(--color-line)_0_1px,transparent_1px_52px),repeating-linear-gradient(135deg,transparent_0_7px,var(--color-line)_7px_8px)]"
      style={{ height: `${(shown.to - shown.from) * hourPixels}px` }}
      onPointerDown={(event) => drag.grab(event, date)}
      onPointerMove={drag.move}
      onPointerUp={drag.release}
      onPointerCancel={drag.cancel}
    >
      {day.hours.map((hours) => (
        <li key={hours.key} className="absolute inset-x-0" style={placeOf(hours, shown)}>
          <HoursBlock date={date} hours={hours} drag={drag} onOpen={(range) => onHours(date, hours, range)} />
        </li>
      ))}
      {day.timeOff.map(({ key, item, ...range }) => (
        <li key={key} className="absolute inset-x-0.5" style={placeOf(range, shown)}>
          <button
            type="button"
            onClick={() => onTimeOff(item)}
            onPointerDown={(event) => event.stopPropagation()}
            className="size-full overflow-hidden rounded-sm border border-line-strong bg-[repeating-linear-gradient(135deg,var(--color-sunken)_0_6px,var(--color-line)_6px_8px)] p-1 text-left text-label"
          >
            {inline(
              texts.awayOfDay({
                aside,
                b: (text) => <span className="rounded-sm bg-sunken px-1 font-semibold">{text}</span>,
                range: rangeText(range),
                date: dayText,
                hasReason: String(item.reason !== ''),
                reason: item.reason,
              }),
            )}
          </button>
        </li>
      ))}
      {day.busy.map(({ key, ...range }) => (
        <li
          key={key}
          className="pointer-events-none absolute inset-x-0.5 overflow-hidden rounded-sm border border-line-strong border-dashed bg-sunken/90 p-1 text-label"
          style={placeOf(range, shown)}
        >
          {inline(texts.busyOfDay({ aside, range: rangeText(range), date: dayText }))}
        </li>
      ))}
      <LessonsOfDay day={day} shown={shown} zone={zone} nameOf={nameOf} handlers={lessonHandlers} />
      {day.gaps.map((gap) => (
        <li
          key={gap.key}
          className={classNames(
            'pointer-events-none absolute right-1 left-1 flex min-h-4 items-center text-label leading-none',
            isTight(gap) ? 'z-10 font-bold text-red' : 'text-soft',
          )}
          style={placeOf(gap, shown)}
        >
          <span aria-hidden className="truncate rounded-sm bg-surface px-1 py-0.5">
            {shortGapText(gap)}
          </span>
          {aside(texts.gapOfDay({ date: dayText, range: rangeText(gap), gap: gapText(gap) }))}
        </li>
      ))}
      {draft && (
        <li
          aria-hidden
          className="pointer-events-none absolute inset-x-0 rounded-sm border-2 border-amber border-dashed bg-amber-tint/80 px-1 text-amber-ink text-label font-semibold"
          style={placeOf(draft.range, shown)}
        >
          {rangeText(draft.range)}
        </li>
      )}
      {nowMinute !== undefined && (
        <li
          aria-hidden
          className="pointer-events-none absolute inset-x-0 border-red border-t-2"
          style={{ top: placeOf({ startMinute: nowMinute, endMinute: nowMinute }, shown).top }}
        />
      )}
    </ul>
  );
}

type LessonsOfDayProps = Pick<DayColumnProps, 'day' | 'shown' | 'zone' | 'nameOf'> & { handlers: LessonHandlers };

function LessonsOfDay({ day, shown, zone, nameOf, handlers }: LessonsOfDayProps) {
  const { date, lessons, asked } = day;
  return (
    <>
      <MovesAsked day={day} shown={shown} nameOf={nameOf} />
      <DayLessons {...{ date, lessons, asked, ...shown, zone, nameOf, handlers }} />
    </>
  );
}

type MovesAskedProps = Pick<DayColumnProps, 'day' | 'shown' | 'nameOf'>;

/** The places to which lessons were asked to move. */
function MovesAsked({ day: { date, moves }, shown, nameOf }: MovesAskedProps) {
  return moves.map(({ key, item, ...range }) => (
    <li
      key={key}
      className="pointer-events-none absolute right-3 left-1 overflow-hidden rounded-sm border-2 border-amber-ink border-dashed bg-surface/80 px-1.5 text-amber-ink text-label"
      style={placeOf(range, shown)}
    >
      {inline(
        texts.moveAskedOfDay({
          aside,
          name: nameOf(item.learner),
          range: rangeText(range),
          date: formatDay(date, 'UTC'),
        }),
      )}
    </li>
  ));
}

type HoursBlockProps = { date: string; hours: OpenHours; drag: HoursDrag; onOpen: (range: Range) => void };

function HoursBlock({ date, hours, drag, onOpen }: HoursBlockProps) {
  const draft = drag.draft?.hours?.key === hours.key ? drag.draft : undefined;
  return (
    <>
      <button
        type="button"
        aria-describedby={keysOfHours}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Shift+ArrowUp Shift+ArrowDown"
        onClick={() => onOpen(draft?.range ?? hours)}
        onPointerDown={(event) => drag.grab(event, date)}
        onBlur={() => draft && drag.clear()}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft) drag.putBack();
          if (!event.altKey && !event.shiftKey) return;
          if (drag.nudge(event.key, event.altKey, date, hours)) event.preventDefault();
        }}
        className="figures absolute inset-0 flex items-end overflow-hidden bg-surface px-1 pb-0.5 text-left text-label text-soft hover:bg-tint"
      >
        {inline(texts.openOnDay({ aside, range: rangeText(hours), date: formatDay(date, 'UTC') }))}
      </button>
      <span
        aria-hidden
        className="absolute inset-y-2 left-0 w-3 cursor-grab hover:bg-green/40 max-md:hidden"
        onPointerDown={(event) => drag.grab(event, date, { hours, grip: 'all' })}
      />
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

/** `09:00–12:00` */
export function rangeText({ startMinute, endMinute }: Range): string {
  return `${clockOfMinute(startMinute)}–${clockOfMinute(endMinute)}`;
}
