import { writeToInstructorPath } from '#rules/paths/message-paths.ts';
import { WantedLink } from '../session/WantedLink.tsx';

type MessageLinkProps = { instructor: { id: string; name: string }; children: string };

/** Leads to the conversation with an instructor. A guest signs in first, and is brought there then. */
export function MessageLink({ instructor, children }: MessageLinkProps) {
  const path = writeToInstructorPath(instructor.id);
  return (
    <WantedLink path={path} instructorName={instructor.name} className="btn btn-secondary">
      {children}
    </WantedLink>
  );
}
