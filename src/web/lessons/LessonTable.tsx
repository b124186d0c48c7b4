import { Link } from 'react-router';
import { Badge } from '../ui/Badge.tsx';
import { formatClock, formatDate, formatDay } from '../ui/format-time.ts';
import { statusWords } from './lesson-status.ts';
import { Rating } from './Rating.tsx';

export type TableLesson = {
  id: string;
  start: string;
  end: string;
  status: string;
  instructor: { name: string; timezone: string };
  rating: number | null;
};

/** Past lessons: date, time, instructor, status and rating. On a phone each is a block of its own. */
export function LessonTable({ lessons, caption }: { lessons: readonly TableLesson[]; caption: string }) {
  return (
    <div className="card overflow-hidden">
      <table className="max-md:block">
        <caption className="unseen">{caption}</caption>
        <thead className="max-md:unseen">
          <tr className="bg-sunken text-left text-sm text-soft">
            {['Date', 'Time', 'Instructor', 'Status', 'Rating'].map((name) => (
              <th key={name} scope="col" className="px-4 py-2.5 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {lessons.map((lesson) => (
            <Row key={lesson.id} lesson={lesson} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cell = 'px-4 py-3 max-md:block max-md:px-0 max-md:py-0';

function Row({ lesson }: { lesson: TableLesson }) {
  const { start, end, instructor } = lesson;
  const zone = instructor.timezone || undefined;
  const { word, tone } = statusWords(lesson.status);
  return (
    <tr className="border-line border-t first:border-t-0 max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:gap-y-0.5 max-md:px-4 max-md:py-3.5 md:first:border-t">
      <td className={`figures ${cell}`}>
        <Link
          to={`/dashboard/lessons/${lesson.id}`}
          className="inline-flex min-h-6 items-center font-semibold max-md:min-h-11"
        >
          {formatDay(start, zone)} {formatDate(start, zone).slice(-4)}
        </Link>
      </td>
      <td className={`figures ${cell} max-md:self-center max-md:text-right`}>
        {formatClock(start, zone)}–{formatClock(end, zone)}
      </td>
      <td className={cell}>{instructor.name}</td>
      <td className={`${cell} max-md:text-right`}>
        <Badge tone={tone}>{word}</Badge>
      </td>
      <td className={`${cell} max-md:col-span-2`}>
        <Rating rating={lesson.rating} />
      </td>
    </tr>
  );
}
