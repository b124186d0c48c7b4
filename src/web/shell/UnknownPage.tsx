import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** For an address below the dashboard where nothing is. */
export function UnknownPage() {
  return (
    <EmptyState
      title="There is no page at this address"
      action={<LinkButton to="/dashboard">Go to the dashboard</LinkButton>}
    >
      <p>The link may have a typing mistake, or the page was moved. Your lessons are on the dashboard.</p>
    </EmptyState>
  );
}
