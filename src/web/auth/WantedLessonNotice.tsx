import * as texts from '#texts/auth.ts';
import { peekWantedPath } from '../session/wanted-path.ts';
import { formatStart } from '../ui/format-time.ts';
import { inline } from '../ui/inline.ts';
import { Notice } from '../ui/Notice.tsx';

/** The time that was chosen before signing in, such as "Sat 5 Dec, 10:00 with Ravi Chandran". */
export function WantedLessonNotice() {
  const lesson = wantedLesson();
  if (!lesson) return null;
  return (
    <Notice kind="attention">
      {inline(texts.signInToHoldLesson({ b: (text) => <b className="font-semibold">{text}</b>, lesson }))}
    </Notice>
  );
}

function wantedLesson(): string | undefined {
  const wanted = peekWantedPath();
  if (!wanted?.path.startsWith('/dashboard/book-lesson')) return undefined;
  const start = new URL(wanted.path, location.origin).searchParams.get('start');
  if (!start || Number.isNaN(Date.parse(start))) return undefined;
  const lesson = formatStart(start);
  const { instructorName } = wanted;
  return instructorName ? texts.lessonWithInstructor({ lesson, instructorName }) : lesson;
}
