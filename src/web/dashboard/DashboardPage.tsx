import { useView } from './dashboard-view.ts';
import { InstructorDashboard } from './InstructorDashboard.tsx';
import { LearnerDashboard } from './LearnerDashboard.tsx';

/** The dashboard of the view that is switched on. */
export function DashboardPage() {
  return useView() === 'instructor' ? <InstructorDashboard /> : <LearnerDashboard />;
}
