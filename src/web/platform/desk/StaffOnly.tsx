import type { ReactNode } from 'react';
import { dashboardPath, settingsPath } from '#rules/paths/account-paths.ts';
import { isStaffRole, roleHasRight, rolesWith, type StaffRight } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/admin.ts';
import { useConfig } from '../ground/use-config.ts';
import { useNow } from '../ground/use-now.ts';
import { useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatStart } from '../ui/format-time.ts';
import { roleNames } from './role-names.ts';
import { sessionFactor } from './session-factor.ts';

/**
 * Shows a page of the platform's people to those whose role has its right; to others it says whose it is, or what has to be done first. The
 * server refuses them anyway.
 */
export function StaffOnly({ right, children }: { right: StaffRight; children: ReactNode }) {
  const user = useSession();
  const { staffNeedSecondFactor } = useConfig();
  const now = useNow();
  const from = user?.rightsFrom ?? '';
  if (from !== '' && now < Date.parse(from)) {
    return (
      <EmptyState title={texts.rightsWait}>
        <p>{texts.rightsBeginAt({ time: formatStart(from) })}</p>
      </EmptyState>
    );
  }
  if (isStaffRole(user?.role) && staffNeedSecondFactor && !user?.twoFactor) {
    return (
      <EmptyState title={texts.needsTwoFactor} action={<LinkButton to={settingsPath}>{texts.goToSettings}</LinkButton>}>
        <p>{texts.whyStaffNeedTwoFactor}</p>
      </EmptyState>
    );
  }
  const factor = sessionFactor();
  if (isStaffRole(user?.role) && staffNeedSecondFactor && factor === 'none') {
    return (
      <EmptyState title={texts.needsBothFactors}>
        <p>{texts.whyStaffNeedBothFactors}</p>
      </EmptyState>
    );
  }
  if (isStaffRole(user?.role) && staffNeedSecondFactor && factor === 'mailbox') {
    return (
      <EmptyState title={texts.needsOwnFactor} action={<LinkButton to={settingsPath}>{texts.goToSettings}</LinkButton>}>
        <p>{texts.whyStaffNeedOwnFactor}</p>
      </EmptyState>
    );
  }
  if (roleHasRight(user?.role, right)) return children;
  return (
    <EmptyState
      title={texts.notOfYourRole}
      action={<LinkButton to={dashboardPath}>{texts.backToTheDashboard}</LinkButton>}
    >
      <p>
        {texts.rolesThatOpenIt({
          roles: rolesWith(right)
            .map((role) => roleNames[role])
            .join(', '),
        })}
      </p>
    </EmptyState>
  );
}
