import { useSyncExternalStore } from 'react';
import { peekWantedPath } from '../session/wanted-path.ts';
import { formatStart } from '../ui/format-time.ts';

/** The time somebody chose before signing in, such as "Sat 5 Dec, 10:00 with Ravi Chandran"; undefined when none is remembered. */
export function useWantedLesson(): string | undefined {
  return useSyncExternalStore(neverChanges, readWantedLesson, nothing);
}

const neverChanges = () => nothing;
const nothing = () => undefined;

function readWantedLesson(): string | undefined {
  const wanted = peekWantedPath();
  if (!wanted?.path.startsWith('/dashboard/book-lesson')) return undefined;
  const start = new URL(wanted.path, location.origin).searchParams.get('start');
  if (!start || Number.isNaN(Date.parse(start))) return undefined;
  return `${formatStart(start)}${wanted.instructorName ? ` with ${wanted.instructorName}` : ''}`;
}
