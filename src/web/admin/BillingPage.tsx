import { LinkButton } from '../ui/Button.tsx';
import { PlannedPage } from '../ui/PlannedPage.tsx';

/** Billing of the platform, for admins. */
export function BillingPage() {
  return (
    <PlannedPage
      title="Billing"
      points={[
        "The platform's fees by month",
        'Invoices with their state: paid, pending or overdue',
        'What the payment provider charged',
      ]}
      action={<LinkButton to="/dashboard">Back to the dashboard</LinkButton>}
    />
  );
}
