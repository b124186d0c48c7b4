import type { ReactNode } from 'react';
import * as texts from '#texts/admin.ts';
import { useConfig } from '../app/use-config.ts';
import { useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Shows a page of the platform's people to admins; to others it says whose it is, or what has to be done first. The server refuses them anyway. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const user = useSession();
  const { staffNeedSecondFactor } = useConfig();
  if (user?.role === 'admin' && staffNeedSecondFactor && !user.twoFactor) {
    return (
      <EmptyState
        title={texts.needsTwoFactor}
        action={<LinkButton to="/dashboard/settings">{texts.goToSettings}</LinkButton>}
      >
        <p>{texts.whyStaffNeedTwoFactor}</p>
      </EmptyState>
    );
  }
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
