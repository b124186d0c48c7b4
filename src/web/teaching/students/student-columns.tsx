import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { studentPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/students.ts';
import type { Student } from '#wire/students.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import type { Column } from '../../platform/lists/DataTable.tsx';
import { Avatar } from '../../platform/ui/Avatar.tsx';
import { formatDate, formatMinutes, formatStart } from '../../platform/ui/format-time.ts';
import { owedText } from './StudentMoney.tsx';

/** The columns of the students table, with times of the instructor's zone. */
export function studentColumns(zone: string): Column<Student>[] {
  return [
    {
      name: texts.student,
      sorts: ['name', '-name'],
      cell: (student) => <Name student={student} zone={zone} />,
    },
    {
      name: texts.lessons,
      isNumber: true,
      sorts: ['lessons', '-lessons'],
      isDescendingFirst: true,
      cell: ({ completedLessons }) => completedLessons,
    },
    {
      name: texts.hours,
      isNumber: true,
      sorts: ['hours', '-hours'],
      isDescendingFirst: true,
      cell: ({ completedMinutes }) => Math.round(completedMinutes / 6) / 10,
    },
    {
      name: texts.lastLesson,
      sorts: ['last', '-last'],
      isDescendingFirst: true,
      cell: ({ lastLessonStart }) => (
        <span className="figures whitespace-nowrap">
          {lastLessonStart ? formatDate(lastLessonStart, zone) : <span className="text-soft">{texts.noneYet}</span>}
        </span>
      ),
    },
    {
      name: texts.nextLesson,
      sorts: ['next', '-next'],
      cell: ({ nextLesson }) =>
        nextLesson ? (
          <Link
            to={lessonPath(nextLesson.id)}
            className="figures inline-flex min-h-8 items-center font-semibold @max-tabular:min-h-11"
          >
            {formatStart(nextLesson.start, zone)}
          </Link>
        ) : (
          <span className="text-soft">{texts.notBooked}</span>
        ),
    },
    { name: texts.skills, cell: ({ skills }) => <Skills skills={skills} /> },
  ];
}

function Name({ student, zone }: { student: Student; zone: string }) {
  const { learner, ownLearner, owedCents, packageMinutes, since } = student;
  const owed = owedCents ?? 0;
  return (
    <span className="flex items-center gap-3">
      <Avatar person={learner} src={learner.avatarUrl || undefined} className="size-10 text-note" />
      <span>
        <Link to={studentPath(learner.id)} className="flex min-h-12 items-center font-semibold">
          {learner.name}
        </Link>
        <span className="block text-note text-soft">{sinceText(since, zone)}</span>
        {packageMinutes > 0 && (
          <span className="figures block text-note">
            {texts.packageHasLeft({ left: formatMinutes(packageMinutes) })}
          </span>
        )}
        {ownLearner && <span className="figures block text-note">{`${texts.yourOwnLearner} · ${owedText(owed)}`}</span>}
      </span>
    </span>
  );
}

/** Since when somebody has learned here; of a first lesson that is still ahead, its day. */
function sinceText(since: string, zone: string): string {
  const date = formatDate(since, zone);
  return Date.parse(since) > currentTime().getTime()
    ? texts.firstLessonOn({ date })
    : texts.sinceSince({ since: date });
}

function Skills({ skills }: { skills: Student['skills'] }) {
  if (skills.length === 0) return <span className="text-soft">{texts.noneLogged}</span>;
  const average = skills.reduce((sum, { percent }) => sum + percent, 0) / skills.length;
  return (
    <span className="figures @tabular:whitespace-nowrap">
      {texts.skillsAndAverage({ count: skills.length, average: Math.round(average) })}
    </span>
  );
}
