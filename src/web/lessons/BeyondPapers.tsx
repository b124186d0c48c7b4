import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as texts from '#texts/lessons.ts';
import { inline } from '../ui/inline.ts';
import { Notice } from '../ui/Notice.tsx';
import type { ActionSide } from './LessonActions.tsx';
import type { Lesson } from './lesson-record.ts';
import { useCancelTerms } from './use-cancelling.ts';

const words: Readonly<Record<ActionSide, () => ReactNode>> = {
  learner: () => texts.mayNotTakePlace,
  instructor: () =>
    inline(texts.afterYourPapers({ link: (text) => <Link to="/dashboard/teach?step=papers">{text}</Link> })),
  admin: () => texts.afterTheirPapers,
};

/** Says on the page of a lesson to come that what was checked of its instructor ends before it; the notice about that leads here. */
export function BeyondPapers({ lesson, side }: { lesson: Lesson; side: ActionSide }) {
  if (!useCancelTerms(lesson)?.isBeyondPapers) return null;
  return (
    <Notice kind="attention" className="mt-6 print:hidden">
      <p>{words[side]()}</p>
    </Notice>
  );
}
