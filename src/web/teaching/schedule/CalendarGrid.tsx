import { Plus } from 'lucide-react';
import * as texts from '#texts/schedule.ts';
import { IconButton } from '../../platform/ui/Button.tsx';
import { formatDay } from '../../platform/ui/format-time.ts';
import type { OpenHours, Range } from './calendar-day.ts';
import { shownHours } from './calendar-day.ts';
import { type CalendarDay, DayColumn, hourPixels, keysOfHours, rangeText } from './DayColumn.tsx';
import { keyOfLesson, keysOfLesson } from './DayLessons.tsx';
import type { LessonMove } from './lesson-drag.ts';
import type { TimeOff } from './use-calendar.ts';
import { type Draft, useHoursDrag } from './use-hours-drag.ts';
import { useLessonDrag } from './use-lesson-drag.ts';

type CalendarGridProps = {
  days: readonly CalendarDay[];
  zone: string;
  /** The local date and minute of now. */
  now: { date: string; minute: number };
  nameOf: (learner: string) => string;
  /** Hours were drawn, or some are to be changed: asks what to do with them. */
  onDraft: (draft: Draft) => void;
  onAdd: (date: string) => void;
  onTimeOff: (timeOff: TimeOff) => void;
  onMove: (move: LessonMove) => void;
};

/** Days side by side on the scale of a clock. Hours and lessons are drawn and moved with a mouse or a pen, lessons also with a finger; a day's button and a lesson's page ask the same. */
export function CalendarGrid({ days, zone, now, nameOf, onDraft, onAdd, onTimeOff, onMove }: CalendarGridProps) {
  const shown = shownHours(
    days.flatMap(({ hours, lessons, timeOff }) => [...hours, ...lessons, ...timeOff.filter(isPart)]),
  );
  const drag = useHoursDrag(shown, (draft) => {
    drag.clear();
    onDraft(draft);
  });
  const lessonDrag = useLessonDrag({ shown, onMove });
  const hours = Array.from({ length: shown.to - shown.from }, (_, index) => shown.from + index);
  const { draft } = drag;
  return (
    <div className="card overflow-x-auto">
      <p role="status" className="unseen">
        {draft?.hours && texts.draftKeys({ range: rangeText(draft.range) })}
        {drag.said}
        {lessonDrag.said}
      </p>
      <p id={keysOfLesson} hidden>
        {texts.keysOfLesson}
      </p>
      <p id={keyOfLesson} hidden>
        {texts.keyOfLesson}
      </p>
      <p id={keysOfHours} hidden>
        {texts.keysOfHours}
      </p>
      <div
        data-days
        className="relative grid select-none"
        style={{ gridTemplateColumns: `3.25rem repeat(${days.length}, minmax(0, 1fr))` }}
      >
        <span aria-hidden />
        {days.map(({ date, holiday }) => (
          <div key={date} className="border-line border-b border-l px-1.5 pt-2 pb-1 text-center">
            <p className={date === now.date ? 'font-bold text-green' : 'font-semibold'}>
              {formatDay(date, 'UTC')}
              {date === now.date && <span className="unseen">, {texts.todayWord}</span>}
            </p>
            <div className="flex min-h-11 items-center justify-center">
              <IconButton
                label={texts.addHoursOrTimeAway({ date: formatDay(date, 'UTC') })}
                onClick={() => onAdd(date)}
              >
                <Plus size={18} strokeWidth={1.75} aria-hidden />
              </IconButton>
              {holiday && <span className="text-amber-ink text-label">{holiday}</span>}
            </div>
          </div>
        ))}
        <div aria-hidden className="figures relative text-right text-soft text-label">
          {hours.map((hour, index) => (
            <span
              key={hour}
              className="absolute right-0.5 -mt-2 whitespace-nowrap"
              style={{ top: index === 0 ? '8px' : `${index * hourPixels}px` }}
            >
              {String(hour).padStart(2, '0')}:00
            </span>
          ))}
        </div>
        {days.map((day) => (
          <DayColumn
            key={day.date}
            day={day}
            shown={shown}
            zone={zone}
            nowMinute={day.date === now.date ? now.minute : undefined}
            nameOf={nameOf}
            drag={drag}
            lessonHandlers={lessonDrag.handlers}
            onHours={(date: string, open: OpenHours, range: Range) => {
              drag.clear();
              onDraft({ date, hours: open, range });
            }}
            onTimeOff={onTimeOff}
          />
        ))}
        <div
          ref={lessonDrag.ghost}
          aria-hidden
          hidden
          className="figures pointer-events-none absolute top-0 left-0 z-20 overflow-hidden rounded-sm border-2 border-amber border-dashed bg-amber-tint/90 px-1 font-semibold text-amber-ink text-label will-change-transform"
        />
      </div>
    </div>
  );
}

// A whole day away must not make the calendar show the night.
function isPart({ startMinute, endMinute }: Range): boolean {
  return startMinute > 0 && endMinute < 1440;
}
