import { Notice } from '../ui/Notice.tsx';
import { useWantedLesson } from './use-wanted-lesson.ts';

/** Says which time waits behind signing in, so that nobody fears it is lost. */
export function WantedLesson() {
  const lesson = useWantedLesson();
  if (!lesson) return null;
  return (
    <Notice kind="attention">
      <b className="font-semibold">Sign in to hold {lesson}.</b> You come straight back to it.
    </Notice>
  );
}
