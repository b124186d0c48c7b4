import type { ReactNode } from 'react';
import * as texts from '#texts/admin.ts';
import { useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Shows a page of the platform's people to admins; to others it says whose it is. The server refuses them anyway. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const user = useSession();
  if (user?.role === 'admin') return children;
  return (
    <EmptyState
      title={texts.thisPageIsForAdministrators}
      action={<LinkButton to="/dashboard">{texts.backToTheDashboard}</LinkButton>}
    >
      <p>{texts.roleMissing}</p>
    </EmptyState>
  );
}
