import { LinkButton } from '../ui/Button.tsx';
import { PlannedPage } from '../ui/PlannedPage.tsx';

/** Reports of the platform, for admins. */
export function ReportsPage() {
  return (
    <PlannedPage
      title="Reports"
      points={[
        'Reports of money, performance and security, made on a schedule',
        'Their state, and a download once one is ready',
        'Search by name and type',
      ]}
      action={<LinkButton to="/dashboard">Back to the dashboard</LinkButton>}
    />
  );
}
