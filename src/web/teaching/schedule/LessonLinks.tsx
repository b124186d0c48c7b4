import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { formatLessonTime } from '../../platform/ui/format-time.ts';

type LinkedLesson = { id: string; start: string; end: string; learner: string; ownLearner: string };
type LessonLinksProps = { lessons: readonly LinkedLesson[]; zone: string; nameOf: (learner: string) => string };

/** Lessons that something lies over, each leading to its page, where it is moved or cancelled. */
export function LessonLinks({ lessons, zone, nameOf }: LessonLinksProps) {
  return (
    <ul className="mt-1">
      {lessons.map(({ id, start, end, learner, ownLearner }) => (
        <li key={id}>
          <Link to={lessonPath(id)} className="figures inline-flex min-h-12 items-center">
            {formatLessonTime(start, end, zone)}, {nameOf(learner || ownLearner)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
