import { memo } from 'react';
import { Link } from 'react-router';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import * as texts from '#texts/schedule.ts';
import { statusWords } from '../lessons/lesson-status.ts';
import { classNames } from '../ui/class-names.ts';
import { formatClock } from '../ui/format-time.ts';
import { placeOf, type Taken } from './calendar-day.ts';
import type { CalendarLesson } from './use-calendar.ts';
import type { LessonHandlers } from './use-lesson-drag.ts';

type DayLessonsProps = {
  date: string;
  lessons: readonly Taken<CalendarLesson>[];
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
  from,
  to,
  zone,
  nameOf,
  handlers,
}: DayLessonsProps) {
  return lessons.map((lesson) => {
    const { key, item } = lesson;
    const { look, sign } = lookOf(item.status);
    const { word } = statusWords(item.status, 'instructor');
    const name = nameOf(item.learner || item.ownLearner);
    return (
      <li key={key} className="pointer-events-none absolute right-3 left-1" style={placeOf(lesson, { from, to })}>
        <Link
          to={`/dashboard/lessons/${item.id}`}
          draggable={false}
          // A short lesson cuts a long name.
          title={`${word}: ${name}`}
          aria-keyshortcuts={
            item.status === 'confirmed' ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined
          }
          onPointerDown={(event) => handlers.grab(event, date, lesson)}
          onPointerMove={handlers.move}
          onPointerUp={handlers.release}
          onPointerCancel={handlers.cancel}
          onClick={handlers.click}
          onKeyDown={(event) => handlers.press(event, date, lesson)}
          onBlur={handlers.cancel}
          className={classNames(
            'figures pointer-events-auto block h-full [-webkit-touch-callout:none] min-h-6 overflow-hidden rounded-sm px-1.5 py-0.5 text-xs leading-tight no-underline',
            look,
          )}
        >
          <span aria-hidden>{sign} </span>
          <b className="font-semibold">{formatClock(item.start, zone)}</b> {item.status !== 'confirmed' && `${word} `}
          {name}
          <span className="unseen">
            {' '}
            {texts.toEnd({ end: formatClock(item.end, zone) })}
            {item.status === 'confirmed' && `, ${word}`}
          </span>
        </Link>
      </li>
    );
  });
});

/** A lesson's state by shape beside its word: asked for is dashed, agreed is full, going on has a thick edge, over is hollow. */
export function lookOf(status: string): { look: string; sign: string } {
  if (status === 'requested')
    return { look: 'border-2 border-amber border-dashed bg-amber-tint text-amber-ink', sign: '?' };
  if (status === 'in_progress')
    return { look: 'border-ink border-4 bg-green text-on-green hover:bg-green-deep', sign: '▶' };
  if (status === 'confirmed')
    return { look: 'border border-green bg-green text-on-green hover:bg-green-deep', sign: '●' };
  const isOver = isLesson('taught', status);
  return { look: 'border-2 border-green bg-surface text-ink hover:bg-tint', sign: isOver ? '✓' : '!' };
}
