import type { ReactNode } from 'react';
import { useNow } from '../../platform/ground/use-now.ts';
import type { ActionLesson, ActionSide } from '../../platform/records/action-lesson.ts';
import { ClaimAction } from '../../trust/claims/ClaimAction.tsx';
import { ArrivalBar } from './ArrivalBar.tsx';
import { CancelLesson } from './CancelLesson.tsx';
import { ContestNoShow } from './ContestNoShow.tsx';
import { DecideNoShow } from './DecideNoShow.tsx';
import { MoveLesson } from './MoveLesson.tsx';
import { isWaitingToComeBack, useNoShow } from './use-absences.ts';

/**
 * What its parties and staff can do with a lesson besides answering and giving it, below its facts: one component an action, a line each,
 * which shows nothing where its action is not to be had.
 */
export function LessonActions({ lesson, side }: { lesson: ActionLesson; side: ActionSide }): ReactNode {
  return (
    <div className="mt-2.5 grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2.5 empty:hidden print:hidden [&>.btn]:px-2 [&>:not(.btn)]:col-span-full">
      <ArrivalBar lesson={lesson} side={side} />
      <MoveLesson lesson={lesson} side={side} />
      <CancelLesson lesson={lesson} side={side} />
      <ContestNoShow lesson={lesson} side={side} />
      <DecideNoShow lesson={lesson} side={side} />
      <Claiming lesson={lesson} side={side} />
    </div>
  );
}

/** While all of a missed lesson's money is about to come back by itself, only what concerns safety can be claimed of it. */
function Claiming({ lesson, side }: { lesson: ActionLesson; side: ActionSide }) {
  const { data: noShow } = useNoShow(lesson.id, lesson.status === 'no_show_instructor');
  const nowMs = useNow();
  return <ClaimAction lesson={lesson} side={side} isSafetyOnly={isWaitingToComeBack(lesson, noShow, nowMs)} />;
}
