import { StaffOnly } from '../../platform/desk/StaffOnly.tsx';
import { AdminDashboard } from './AdminDashboard.tsx';

/** The admins' own dashboard, once they are signed in as staff have to be. */
export function AdminHome() {
  return (
    <StaffOnly right="lessons">
      <AdminDashboard />
    </StaffOnly>
  );
}
