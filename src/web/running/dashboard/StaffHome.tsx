import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { roleHasRight, type StaffRole, staffRights } from '#rules/staff/staff-rights.ts';
import * as admin from '#texts/admin.ts';
import * as texts from '#texts/dashboard.ts';
import type { StaffDashboardAnswer } from '#wire/staff-dashboard.ts';
import { StaffOnly } from '../../platform/desk/StaffOnly.tsx';
import { readMarketplace } from '../../platform/session/backend.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { StaffDesks } from './StaffDesks.tsx';

/**
 * The dashboard of staff who are no admins: what waits at the desks of their role, then their own dashboard, since they may learn or teach, too.
 */
export function StaffHome({ userRole, children }: { userRole: StaffRole; children: ReactNode }) {
  const right = staffRights.find((each) => roleHasRight(userRole, each));
  if (!right) return children;
  return (
    <>
      <StaffOnly right={right}>
        <Desks userRole={userRole} />
      </StaffOnly>
      {children}
    </>
  );
}

function Desks({ userRole }: { userRole: string }) {
  const user = useSession();
  const read = useQuery({
    queryKey: ['dashboard', 'staff', user?.id],
    queryFn: ({ signal }) => readMarketplace<StaffDashboardAnswer>('dashboard', { view: 'staff' }, signal),
    refetchInterval: 60_000,
  });
  if (isAwaited(read)) {
    return (
      <AfterDelay what={texts.theQueues}>
        <Skeleton className="mb-10 h-64" />
      </AfterDelay>
    );
  }
  return (
    <>
      {!read.data && (
        <ErrorState title={texts.queuesNotLoaded} detail={texts.queuesAsTheyWere} onRetry={() => void read.refetch()} />
      )}
      <StaffDesks userRole={userRole} title={admin.waitsAtYourDesks} waiting={read.data?.waiting ?? []} />
    </>
  );
}
