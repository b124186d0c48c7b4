import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { teachStepPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/lessons.ts';
import type { ActionSide } from '../../platform/records/action-lesson.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { formatClock, localDateOf } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { minuteOfClock } from '../../platform/ui/wall-minutes.ts';
import { searchText } from '../search/search-query.ts';
import { useCancelTerms } from './use-cancelling.ts';

const words: Readonly<Record<ActionSide, (lesson: Lesson) => ReactNode>> = {
  learner: (lesson) => inline(texts.mayNotTakePlace({ others: (text) => <Link to={othersAt(lesson)}>{text}</Link> })),
  instructor: () => inline(texts.afterYourPapers({ link: (text) => <Link to={teachStepPath('papers')}>{text}</Link> })),
  admin: () => texts.afterTheirPapers,
};

/** The search for others who teach the same class and are free for a lesson that begins while this one would last. */
function othersAt({ start, durationMinutes, expand }: Lesson): string {
  const zone = expand?.instructor?.timezone || undefined;
  const day = localDateOf(start, zone);
  const minute = minuteOfClock(formatClock(start, zone)) ?? 0;
  const [licenceClass = ''] = expand?.instructor?.licenceClasses ?? [];
  const hours = { afterMinute: String(minute), beforeMinute: String(Math.min(1440, minute + durationMinutes)) };
  return `/instructors${searchText({ licenceClass, from: day, to: day, ...hours })}`;
}

/** Says on the page of a lesson to come that what was checked of its instructor ends before it; the notice about that leads here. */
export function BeyondPapers({ lesson, side }: { lesson: Lesson; side: ActionSide }) {
  if (!useCancelTerms(lesson)?.isBeyondPapers) return null;
  return (
    <Notice kind="attention" className="mt-6 print:hidden">
      <p>{words[side](lesson)}</p>
    </Notice>
  );
}
