import { peekWantedPath } from '../session/wanted-path.ts';
import { formatStart } from '../ui/format-time.ts';
import { Notice } from '../ui/Notice.tsx';

/** The time that was chosen before signing in, such as "Sat 5 Dec, 10:00 with Ravi Chandran". */
export function WantedLessonNotice() {
  const lesson = wantedLesson();
  if (!lesson) return null;
  return (
    <Notice kind="attention">
      <b className="font-semibold">Sign in to hold {lesson}.</b> You come straight back to it.
    </Notice>
  );
}

function wantedLesson(): string | undefined {
  const wanted = peekWantedPath();
  if (!wanted?.path.startsWith('/dashboard/book-lesson')) return undefined;
  const start = new URL(wanted.path, location.origin).searchParams.get('start');
  if (!start || Number.isNaN(Date.parse(start))) return undefined;
  return `${formatStart(start)}${wanted.instructorName ? ` with ${wanted.instructorName}` : ''}`;
}
