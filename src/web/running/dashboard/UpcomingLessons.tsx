import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/dashboard.ts';
import type { InstructorLesson } from '#wire/dashboard.ts';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { formatLessonTime } from '../../platform/ui/format-time.ts';

/** Lessons after tomorrow, soonest first. */
export function UpcomingLessons({ lessons, zone }: { lessons: readonly InstructorLesson[]; zone: string | undefined }) {
  if (lessons.length === 0) return <p className="text-soft">{texts.nothingBookedAfterBothDays}</p>;
  return (
    <ul className="card max-h-[28rem] overflow-y-auto">
      {lessons.map((lesson) => (
        <li key={lesson.id} className="border-line border-t first:border-t-0">
          <Link to={lessonPath(lesson.id)} className="block px-4 py-2.5 text-ink no-underline hover:bg-sunken">
            <span className="figures block font-semibold">{formatLessonTime(lesson.start, lesson.end, zone)}</span>
            <span className="block text-body text-soft">
              {[lesson.learner.name, lesson.pickup].filter(Boolean).join(' · ')}
            </span>
            {lesson.status !== 'confirmed' && <StatusBadge status={lesson.status} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function StatusBadge({ status }: { status: string }) {
  const { word, tone } = statusWords(status, 'instructor');
  return <Badge tone={tone}>{word}</Badge>;
}
