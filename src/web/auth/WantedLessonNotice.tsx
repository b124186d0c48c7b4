import * as texts from '#texts/auth.ts';
import { peekWantedPath } from '../session/wanted-path.ts';
import { formatStart } from '../ui/format-time.ts';
import { inline } from '../ui/inline.ts';
import { Notice } from '../ui/Notice.tsx';

const bold = (text: string) => <b className="font-semibold">{text}</b>;

/** What waits behind signing in, such as "Sign in to hold Sat 5 Dec, 10:00 with Ravi Chandran", or to save or write to an instructor. */
export function WantedLessonNotice() {
  const reason = reasonToSignIn();
  return reason ? <Notice kind="attention">{inline(reason)}</Notice> : null;
}

function reasonToSignIn() {
  const wanted = peekWantedPath();
  if (!wanted) return undefined;
  const { pathname, searchParams } = new URL(wanted.path, location.origin);
  const instructorName = wanted.instructorName ?? texts.thisInstructor;
  if (pathname === '/dashboard/saved') return texts.signInToSave({ b: bold, instructorName });
  if (pathname === '/dashboard/messages/new') return texts.signInToWrite({ b: bold, instructorName });
  if (pathname !== '/dashboard/book-lesson') return texts.signInToGoOn({ b: bold });
  const start = searchParams.get('start');
  if (!start || Number.isNaN(Date.parse(start))) return texts.signInToBook({ b: bold, instructorName });
  const lesson = formatStart(start);
  const said = wanted.instructorName ? texts.lessonWithInstructor({ lesson, instructorName }) : lesson;
  return texts.signInToHoldLesson({ b: bold, lesson: said });
}
