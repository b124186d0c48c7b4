import { memo } from 'react';
import { Link } from 'react-router';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/schedule.ts';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatClock, formatDay } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { placeOf, type Taken } from './calendar-day.ts';
import { isMovable } from './lesson-drag.ts';
import type { CalendarLesson } from './use-calendar.ts';
import type { LessonHandlers } from './use-lesson-drag.ts';

/** The ids of what keys do with a lesson that can be moved, and with others: each stands once in the calendar. */
export const [keysOfLesson, keyOfLesson] = ['keys-of-lesson', 'key-of-lesson'] as const;

type DayLessonsProps = {
  date: string;
  lessons: readonly Taken<CalendarLesson>[];
  /** The lessons that wait for an answer whether they move. */
  asked: readonly string[];
  from: number;
  to: number;
  zone: string;
  nameOf: (learner: string) => string;
  handlers: LessonHandlers;
};

/** The lessons of a day in its column. Kept as they are while something else in the calendar is drawn. */
export const DayLessons = memo(function DayLessons({
  date,
  lessons,
  asked,
  from,
  to,
  zone,
  nameOf,
  handlers,
}: DayLessonsProps) {
  const day = formatDay(date, 'UTC');
  return lessons.map((lesson) => {
    const { key, item } = lesson;
    const { look, sign } = lookOf(item.status);
    const { word } = statusWords(item.status, 'instructor');
    const name = nameOf(item.learner || item.ownLearner);
    return (
      <li key={key} className="pointer-events-none absolute right-3 left-1" style={placeOf(lesson, { from, to })}>
        <Link
          to={lessonPath(item.id)}
          draggable={false}
          data-focus={item.id}
          // A short lesson cuts a long name.
          title={`${word}: ${name}`}
          aria-keyshortcuts={isMovable(lesson) ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
          aria-describedby={isMovable(lesson) ? keysOfLesson : keyOfLesson}
          onPointerDown={(event) => handlers.grab(event, date, lesson)}
          onPointerMove={handlers.move}
          onPointerUp={handlers.release}
          onPointerCancel={handlers.cancel}
          onClick={handlers.click}
          onKeyDown={(event) => handlers.press(event, date, lesson)}
          onBlur={handlers.cancel}
          className={classNames(
            'figures pointer-events-auto block h-full [-webkit-touch-callout:none] min-h-6 overflow-hidden rounded-sm px-1.5 py-0.5 text-label leading-tight no-underline',
            look,
            asked.includes(item.id) && 'border-2 border-amber border-dashed',
          )}
        >
          {/* Whole lines only: a line that is cut through can't be read and looks like a fault. */}
          <span className="block max-h-[round(down,100%,1lh)] overflow-hidden">
            <span aria-hidden>{sign} </span>
            {inline(
              texts.lessonOfDay({
                aside: (text) => <span className="unseen">{text}</span>,
                b: (text) => <b className="font-semibold">{text}</b>,
                date: day,
                start: formatClock(item.start, zone),
                name,
                end: formatClock(item.end, zone),
                word,
              }),
            )}
            {asked.includes(item.id) && <span className="block">{texts.moveAsked}</span>}
            {item.status !== 'confirmed' && (
              <span aria-hidden className="block">
                {word}
              </span>
            )}
          </span>
        </Link>
      </li>
    );
  });
});

/** A lesson's state by shape beside its word: asked for is dashed, agreed has a thick edge at its left, going on is full, over is grey. */
export function lookOf(status: string): { look: string; sign: string } {
  if (status === 'requested')
    return { look: 'border-2 border-amber border-dashed bg-amber-tint text-amber-ink', sign: '?' };
  if (status === 'in_progress')
    return { look: 'border-ink border-4 bg-green text-on-green hover:bg-green-deep', sign: '▶' };
  if (status === 'confirmed')
    return { look: 'border border-tint-line border-l-4 border-l-green bg-tint text-ink hover:bg-tint-line', sign: '●' };
  const isOver = isLesson('taught', status);
  return { look: 'border border-line-strong bg-sunken text-ink hover:bg-tint', sign: isOver ? '✓' : '!' };
}
