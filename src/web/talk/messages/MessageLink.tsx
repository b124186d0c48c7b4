import type { ReactNode } from 'react';
import { writeToInstructorPath } from '#rules/paths/message-paths.ts';
import { WantedLink } from '../../platform/session/WantedLink.tsx';

type MessageLinkProps = { instructor: { id: string; name: string }; className?: string; children: ReactNode };

/** Leads to the conversation with an instructor. A guest signs in first, and is brought there then. */
export function MessageLink({ instructor, className, children }: MessageLinkProps) {
  const path = writeToInstructorPath(instructor.id);
  return (
    <WantedLink path={path} instructorName={instructor.name} className={className ?? 'btn btn-secondary'}>
      {children}
    </WantedLink>
  );
}
