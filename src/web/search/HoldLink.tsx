import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import * as texts from '#texts/search.ts';
import { readSession } from '../session/session.ts';
import { rememberWantedPath } from '../session/wanted-path.ts';

type HoldLinkProps = {
  instructor: { id: string; name: string; timezone: string };
  start: string;
  durationMinutes: number;
  className?: string;
  children: ReactNode;
};

/** The path of the booking page with a time already chosen. */
export function bookingPath(instructorId: string, start: string, durationMinutes: number): string {
  const query = new URLSearchParams({ instructor: instructorId, start, durationMinutes: String(durationMinutes) });
  return `/dashboard/book-lesson?${query}`;
}

/**
 * A free time as a button: leads to the booking with that time. A guest signs in first; the time is remembered on the way.
 * `data-hold` lets the page do the same before the application has loaded. The name of the instructor is remembered with it.
 */
export function HoldLink({ instructor, start, durationMinutes, className, children }: HoldLinkProps) {
  const navigate = useNavigate();
  const path = bookingPath(instructor.id, start, durationMinutes);
  return (
    <a
      href={path}
      data-hold={instructor.name}
      className={className ?? 'slot'}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        if (readSession()) return void navigate(path);
        rememberWantedPath(path, instructor.name);
        void navigate('/login');
      }}
    >
      {children}
      <span className="unseen"> {texts.withInstructorName({ instructorName: instructor.name })}</span>
    </a>
  );
}
