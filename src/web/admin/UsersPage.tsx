import { LinkButton } from '../ui/Button.tsx';
import { PlannedPage } from '../ui/PlannedPage.tsx';

/** Users of the platform, for admins. */
export function UsersPage() {
  return (
    <PlannedPage
      title="Users"
      points={[
        'Everybody with an account: name, email, role, status and when last seen',
        "Search and filters, and each person's history",
        'Roles, given and taken with a reason',
      ]}
      action={<LinkButton to="/dashboard">Back to the dashboard</LinkButton>}
    />
  );
}
