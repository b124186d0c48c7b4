import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/dashboard.ts';
import type { InstructorDashboardAnswer } from '#wire/dashboard.ts';
import type { RunningLesson } from '../../booking/lesson-log/use-running-lesson.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';

type UnfinishedProps = {
  lesson: RunningLesson | null | undefined;
  answer: InstructorDashboardAnswer;
  zone: string | undefined;
};

/** A lesson of an earlier day that nobody finished: the day does not show it, and none of today can begin before it is. */
export function Unfinished({ lesson, answer, zone }: UnfinishedProps) {
  if (!lesson || answer.today.lessons.some(({ id }) => id === lesson.id)) return null;
  const id = lesson.learner || lesson.ownLearner;
  const name = answer.roster.find(({ learner }) => learner.id === id)?.learner.name ?? texts.aLearner;
  return (
    <Notice kind="attention" className="mb-6">
      <p className="mb-3">{texts.notFinishedYet({ name, when: formatStart(lesson.start, zone) })}</p>
      <LinkButton to={lessonPath(lesson.id)} className="min-h-12 text-body">
        {texts.finishIt}
      </LinkButton>
    </Notice>
  );
}
