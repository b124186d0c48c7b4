import { useState } from 'react';
import { wasSentLater } from '#rules/lessons/finish-time.ts';
import { readMockFaults } from '#rules/lessons/mock-test.ts';
import { percentOfLevel } from '#rules/lessons/skills.ts';
import * as texts from '#texts/lessonLog.ts';
import * as mockTexts from '#texts/mockTest.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { ProgressLane } from '../../platform/ui/ProgressLane.tsx';
import { FinishLesson } from './FinishLesson.tsx';
import { isChangeable, type LoggedSkill, type MockTest, useLessonLog } from './lesson-log.ts';
import { faultName } from './mock-test-words.ts';
import { levelNames, skillName } from './skill-words.ts';

type LessonLogCardProps = {
  lesson: { id: string; learner: string; instructor: string };
  /** The reader gave the lesson and may put the log right for a day. */
  isTeacher?: boolean;
};

/** What was practised in a lesson, for both sides; nothing while there is no log. */
export function LessonLogCard({ lesson, isTeacher = false }: LessonLogCardProps) {
  const { data: log } = useLessonLog(lesson.id);
  const [isChanging, setChanging] = useState(false);
  if (!log) return null;
  if (isChanging) {
    return (
      <div className="mt-6">
        <FinishLesson lesson={lesson} sent={log} onDone={() => setChanging(false)} />
      </div>
    );
  }
  const practised = log.skills ?? [];
  return (
    <section aria-labelledby="log-heading" className="card mt-6 p-5">
      <h2 id="log-heading" className="mb-3 text-title">
        {texts.whatWasPractised}
      </h2>
      {practised.length > 0 && (
        <ul className="grid gap-3">
          {practised.map((logged) => (
            <li key={logged.skill}>
              <ProgressLane label={wordsOf(logged)} percent={percentOfLevel(logged.level)} />
            </li>
          ))}
        </ul>
      )}
      {log.mockTest && <MockTestResult mockTest={log.mockTest} />}
      {log.notes && <p className="mt-4 whitespace-pre-line">{log.notes}</p>}
      {practised.length === 0 && !log.notes && !log.mockTest && (
        <p className="text-soft">{texts.theLessonWasFinishedWithout}</p>
      )}
      {log.finishedAt && wasSentLater({ finishedMs: Date.parse(log.finishedAt), sentMs: Date.parse(log.created) }) && (
        <p className="mt-4 text-soft text-note">
          {texts.finishedThenSent({ finished: formatStart(log.finishedAt), sent: formatStart(log.created) })}
        </p>
      )}
      {isTeacher && isChangeable(log, currentTime().getTime()) && (
        <p className="mt-4 print:hidden">
          <Button variant="secondary" onClick={() => setChanging(true)}>
            {texts.changeThis}
          </Button>
        </p>
      )}
    </section>
  );
}

function MockTestResult({ mockTest: { points, failed, faults } }: { mockTest: MockTest }) {
  const seen = readMockFaults(faults);
  return (
    <>
      <p className="figures mt-4">
        {texts.mockTestPoints({ points })}{' '}
        <Badge tone={failed ? 'red' : 'green'}>{failed ? texts.failed : texts.passed}</Badge>
      </p>
      {seen.length > 0 && (
        <ul aria-label={mockTexts.faultsSeen} className="mt-2 list-disc pl-5">
          {seen.map(({ fault, points: cost, isImmediate }) => (
            <li key={fault} className={isImmediate ? 'text-red' : 'figures'}>
              {isImmediate ? faultName(fault) : mockTexts.faultWithPoints({ fault: faultName(fault), points: cost })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function wordsOf({ skill, level }: LoggedSkill): string {
  return `${skillName(skill)}: ${levelNames[level - 1] ?? ''}`;
}
