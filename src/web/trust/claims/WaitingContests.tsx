import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/claims.ts';
import { formatDate, formatStart } from '../../platform/ui/format-time.ts';
import type { WaitingContest } from './use-claims.ts';

/** Missed lessons of which staff have to say who was missing, each leading to the lesson where it is decided. Nothing where none waits. */
export function WaitingContests({ contests }: { contests: readonly WaitingContest[] }) {
  if (contests.length === 0) return null;
  return (
    <section aria-labelledby="contests" className="mb-8">
      <h2 id="contests" className="mb-4 text-heading">
        {texts.whoWasMissing}
      </h2>
      <ul className="grid max-w-[48rem] gap-3">
        {contests.map(({ id, text, created, expand }) => {
          const noShow = expand?.noShow;
          const lesson = noShow?.expand?.lesson;
          return (
            <li key={id}>
              <Link
                to={lessonPath(noShow?.lesson ?? '')}
                className="card block p-4 text-ink no-underline hover:bg-sunken"
              >
                <b className="block">
                  {noShow?.missing === 'learner' ? texts.learnerContests : texts.instructorContests}
                </b>
                <span className="block text-soft text-note">
                  {[lesson?.expand?.instructor?.name, lesson && formatStart(lesson.start), formatDate(created)]
                    .filter(Boolean)
                    .join(', ')}
                </span>
                <span className="line-clamp-2 block text-note">{text}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
