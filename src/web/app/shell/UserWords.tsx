import type { SessionUser } from '../../platform/session/session.ts';

/** Name and address of who is signed in, whole: on as many lines as it takes, the address first broken where it is read so. */
export function UserWords({ user }: { user: SessionUser }) {
  const [mailbox, host] = user.email.split(/(?<=@)/);
  return (
    <span className="min-w-0 grow leading-tight">
      <span className="block font-semibold [overflow-wrap:anywhere]">{user.name || user.firstName || user.email}</span>
      <span className="block text-soft text-note [overflow-wrap:anywhere]">
        {mailbox}
        <wbr />
        {host}
      </span>
    </span>
  );
}
