import { Link } from 'react-router';
import * as texts from '#texts/students.ts';
import { skillName } from '../lessons/skill-words.ts';
import type { Column } from '../lists/DataTable.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { formatDate, formatStart } from '../ui/format-time.ts';
import { ProgressLane } from '../ui/ProgressLane.tsx';
import type { Student } from './use-students.ts';

/** The columns of the students table, with times of the instructor's zone. */
export function studentColumns(zone: string): Column<Student>[] {
  return [
    {
      name: texts.student,
      sorts: ['name', '-name'],
      cell: ({ learner, since }) => (
        <span className="flex items-center gap-3">
          <Avatar person={learner} src={learner.avatarUrl || undefined} className="size-10 text-sm" />
          <span>
            <b className="block font-semibold">{learner.name}</b>
            <span className="text-sm text-soft">{texts.sinceSince({ since: formatDate(since, zone) })}</span>
          </span>
        </span>
      ),
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
            to={`/dashboard/lessons/${nextLesson.id}`}
            className="figures inline-flex min-h-8 items-center font-semibold @max-tabular:min-h-11"
          >
            {formatStart(nextLesson.start, zone)}
          </Link>
        ) : (
          <span className="text-soft">{texts.notBooked}</span>
        ),
    },
    { name: texts.skills, cell: ({ learner, skills }) => <Skills name={learner.name} skills={skills} /> },
  ];
}

function Skills({ name, skills }: { name: string; skills: Student['skills'] }) {
  if (skills.length === 0) return <span className="text-soft">{texts.noneLogged}</span>;
  const average = skills.reduce((sum, { percent }) => sum + percent, 0) / skills.length;
  return (
    <details>
      <summary className="figures min-h-8 content-center font-semibold @tabular:whitespace-nowrap text-green @max-tabular:min-h-11">
        {texts.skillsAndAverage({ count: skills.length, average: Math.round(average) })}
        <span className="unseen"> {texts.ofName({ name })}</span>
      </summary>
      <div className="mt-2 grid min-w-64 gap-2 text-base">
        {skills.map(({ skill, name: label, percent }) => (
          <ProgressLane key={skill} label={skillName(skill, label)} percent={percent} />
        ))}
      </div>
    </details>
  );
}
