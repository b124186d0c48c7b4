import { percentOfLevel } from '#rules/lessons/skills.ts';
import * as texts from '#texts/lessonLog.ts';
import { levelNames, skillName } from '../lessons/skill-words.ts';
import { Badge } from '../ui/Badge.tsx';
import { ProgressLane } from '../ui/ProgressLane.tsx';
import { type LoggedSkill, useLessonLog } from './lesson-log.ts';

/** What was practised in a lesson, for both sides; nothing while there is no log. */
export function LessonLogCard({ lesson }: { lesson: string }) {
  const { data: log } = useLessonLog(lesson);
  if (!log) return null;
  const practised = log.skills ?? [];
  return (
    <section aria-labelledby="log-heading" className="card mt-6 p-5">
      <h2 id="log-heading" className="mb-3 text-xl">
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
      {log.mockTest && (
        <p className="figures mt-4">
          {texts.mockTestPoints({ points: log.mockTest.points })}{' '}
          <Badge tone={log.mockTest.failed ? 'red' : 'green'}>
            {log.mockTest.failed ? texts.failed : texts.passed}
          </Badge>
        </p>
      )}
      {log.notes && <p className="mt-4 whitespace-pre-line">{log.notes}</p>}
      {practised.length === 0 && !log.notes && !log.mockTest && (
        <p className="text-soft">{texts.theLessonWasFinishedWithout}</p>
      )}
    </section>
  );
}

function wordsOf({ skill, level }: LoggedSkill): string {
  return `${skillName(skill)}: ${levelNames[level - 1] ?? ''}`;
}
