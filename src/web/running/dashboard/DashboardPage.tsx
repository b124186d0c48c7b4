import { lazy, Suspense } from 'react';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import { useView } from '../../platform/session/dashboard-view.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { InstructorDashboard } from './InstructorDashboard.tsx';
import { LearnerDashboard } from './LearnerDashboard.tsx';

/** Few are staff: nobody else loads what they see. */
const AdminHome = lazy(async () => ({ default: (await import('./AdminHome.tsx')).AdminHome }));
const StaffHome = lazy(async () => ({ default: (await import('./StaffHome.tsx')).StaffHome }));

/** The dashboard of the view that is switched on; an admin's own is the staff's, and other staff have what waits for them above it. */
export function DashboardPage() {
  const view = useView();
  const role = useSession()?.role ?? '';
  const own = view === 'instructor' ? <InstructorDashboard /> : <LearnerDashboard />;
  if (!isStaffRole(role)) return own;
  if (role !== 'admin') {
    return (
      <Suspense>
        <StaffHome userRole={role}>{own}</StaffHome>
      </Suspense>
    );
  }
  return view === 'instructor' ? (
    own
  ) : (
    <Suspense>
      <AdminHome />
    </Suspense>
  );
}
