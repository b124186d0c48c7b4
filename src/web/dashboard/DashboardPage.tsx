import { StaffOnly } from '../desk/StaffOnly.tsx';
import { useView } from '../session/dashboard-view.ts';
import { useSession } from '../session/use-session.ts';
import { AdminDashboard } from './AdminDashboard.tsx';
import { InstructorDashboard } from './InstructorDashboard.tsx';
import { LearnerDashboard } from './LearnerDashboard.tsx';
import { StaffHome } from './StaffHome.tsx';

/** The dashboard of the view that is switched on; an admin's own is the staff's. */
export function DashboardPage() {
  const view = useView();
  const user = useSession();
  if (user?.role === 'admin' && view === 'learner')
    return (
      <StaffOnly right="lessons">
        <AdminDashboard />
      </StaffOnly>
    );
  if (view === 'instructor') return <InstructorDashboard />;
  return (
    <>
      <StaffHome userRole={user?.role ?? ''} />
      <LearnerDashboard />
    </>
  );
}
