import { LinkButton } from '../ui/Button.tsx';
import { PlannedPage } from '../ui/PlannedPage.tsx';

/** Analytics of the platform, for admins. */
export function AnalyticsPage() {
  return (
    <PlannedPage
      title="Analytics"
      points={[
        'Bookings, money and new people for any span of days',
        'Which areas ask for more instructors than there are',
        'How far searches get on the way to a paid lesson',
      ]}
      action={<LinkButton to="/dashboard">Back to the dashboard</LinkButton>}
    />
  );
}
