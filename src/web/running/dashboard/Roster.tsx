import { Link } from 'react-router';
import { studentPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/dashboard.ts';
import type { RosterEntry } from '#wire/dashboard.ts';
import { Avatar } from '../../platform/ui/Avatar.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatDay, formatStart } from '../../platform/ui/format-time.ts';

/** An instructor's learners: lessons so far, the last and the next. */
export function Roster({ entries, zone }: { entries: readonly RosterEntry[]; zone: string | undefined }) {
  if (entries.length === 0) {
    return (
      <EmptyState title={texts.noLearnersYet}>
        <p>{texts.studentsWillStandHere}</p>
      </EmptyState>
    );
  }
  return (
    <div className="card @container overflow-hidden">
      <table className="@max-tabular:block">
        <caption className="unseen">{texts.yourLearners}</caption>
        <thead className="@max-tabular:unseen">
          <tr className="bg-sunken text-left text-body text-soft">
            {[texts.learner, texts.lessons, texts.lastLesson, texts.nextLesson].map((name) => (
              <th key={name} scope="col" className="px-5 py-2.5 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-tabular:block">
          {entries.map((entry) => (
            <Row key={entry.learner.id} entry={entry} zone={zone} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cell = 'px-5 py-3 @max-tabular:p-0';

function Row({ entry, zone }: { entry: RosterEntry; zone: string | undefined }) {
  const { learner, completedLessons, completedMinutes, lastLessonStart, nextLessonStart } = entry;
  return (
    <tr className="border-line border-t @max-tabular:grid @max-tabular:gap-1 @max-tabular:px-4 @max-tabular:py-3.5 @max-tabular:first:border-t-0">
      <td className={cell}>
        <span className="flex items-center gap-3">
          <Avatar person={learner} src={learner.avatarUrl || undefined} className="size-10 text-note" />
          <Link to={studentPath(learner.id)} className="inline-flex min-h-12 items-center font-semibold">
            {learner.name}
          </Link>
        </span>
      </td>
      <td className={`figures ${cell}`}>
        <span className="text-soft @tabular:hidden">{texts.lessons} </span>
        {completedLessons} <span className="text-soft">({Math.round(completedMinutes / 6) / 10} h)</span>
      </td>
      <td className={`figures ${cell}`}>
        <span className="text-soft @tabular:hidden">{texts.last} </span>
        {lastLessonStart ? formatDay(lastLessonStart, zone) : <span className="text-soft">{texts.noneYet}</span>}
      </td>
      <td className={`figures ${cell}`}>
        <span className="text-soft @tabular:hidden">{texts.next} </span>
        {nextLessonStart ? formatStart(nextLessonStart, zone) : <span className="text-soft">{texts.notBooked}</span>}
      </td>
    </tr>
  );
}
