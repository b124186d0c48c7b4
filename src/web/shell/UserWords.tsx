import type { SessionUser } from '../session/session.ts';

/** Name and address of who is signed in, whole: on as many lines as it takes. */
export function UserWords({ user }: { user: SessionUser }) {
  return (
    <span className="min-w-0 grow leading-tight">
      <span className="block font-semibold [overflow-wrap:anywhere]">{user.name || user.firstName || user.email}</span>
      <span className="block text-soft text-xs [overflow-wrap:anywhere]">{user.email}</span>
    </span>
  );
}
