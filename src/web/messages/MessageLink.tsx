import { useNavigate } from 'react-router';
import { readSession } from '../session/session.ts';
import { rememberWantedPath } from '../session/wanted-path.ts';

type MessageLinkProps = { instructor: string; children: string };

/** Leads to the conversation with an instructor. A guest signs in first, and is brought there then. */
export function MessageLink({ instructor, children }: MessageLinkProps) {
  const navigate = useNavigate();
  const path = `/dashboard/messages/new?instructor=${instructor}`;
  return (
    <a
      href={path}
      className="btn btn-secondary"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        if (readSession()) return void navigate(path);
        rememberWantedPath(path);
        void navigate('/login');
      }}
    >
      {children}
    </a>
  );
}
