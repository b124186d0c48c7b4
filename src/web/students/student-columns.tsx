import { Link } from 'react-router';
import type { Column } from '../lists/DataTable.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { formatDate, formatStart } from '../ui/format-time.ts';
import { ProgressLane } from '../ui/ProgressLane.tsx';
import type { Student } from './use-students.ts';

/** The columns of the students table, with times of the instructor's zone. */
export function studentColumns(zone: string): Column<Student>[] {
  return [
    {
      name: 'Student',
      sorts: ['name', '-name'],
      cell: ({ learner, since }) => (
        <span className="flex items-center gap-3">
          <Avatar person={learner} src={learner.avatarUrl || undefined} className="size-10 text-sm" />
          <span>
            <b className="block font-semibold">{learner.name}</b>
            <span className="text-sm text-soft">since {formatDate(since, zone)}</span>
          </span>
        </span>
      ),
    },
    {
      name: 'Lessons',
      isNumber: true,
      sorts: ['lessons', '-lessons'],
      isDescendingFirst: true,
      cell: ({ completedLessons }) => completedLessons,
    },
    {
      name: 'Hours',
      isNumber: true,
      sorts: ['hours', '-hours'],
      isDescendingFirst: true,
      cell: ({ completedMinutes }) => Math.round(completedMinutes / 6) / 10,
    },
    {
      name: 'Last lesson',
      sorts: ['last', '-last'],
      isDescendingFirst: true,
      cell: ({ lastLessonStart }) => (
        <span className="figures whitespace-nowrap">
          {lastLessonStart ? formatDate(lastLessonStart, zone) : <span className="text-soft">None yet</span>}
        </span>
      ),
    },
    {
      name: 'Next lesson',
      sorts: ['next', '-next'],
      cell: ({ nextLesson }) =>
        nextLesson ? (
          <Link
            to={`/dashboard/lessons/${nextLesson.id}`}
            className="figures inline-flex min-h-8 items-center font-semibold max-md:min-h-11"
          >
            {formatStart(nextLesson.start, zone)}
          </Link>
        ) : (
          <span className="text-soft">Not booked</span>
        ),
    },
    { name: 'Skills', cell: ({ learner, skills }) => <Skills name={learner.name} skills={skills} /> },
  ];
}

function Skills({ name, skills }: { name: string; skills: Student['skills'] }) {
  if (skills.length === 0) return <span className="text-soft">None logged</span>;
  const average = skills.reduce((sum, { percent }) => sum + percent, 0) / skills.length;
  return (
    <details>
      <summary className="figures min-h-8 content-center whitespace-nowrap font-semibold text-green max-md:min-h-11">
        {skills.length === 1 ? '1 skill' : `${skills.length} skills`}, {Math.round(average)} %
        <span className="unseen"> of {name}</span>
      </summary>
      <div className="mt-2 grid min-w-64 gap-2 text-base">
        {skills.map(({ skill, name: label, percent }) => (
          <ProgressLane key={skill} label={label} percent={percent} />
        ))}
      </div>
    </details>
  );
}
