import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** In place of an instructor's page for somebody who teaches nobody. */
export function NoInstructorProfile({ what }: { what: string }) {
  return (
    <EmptyState
      title="You have no instructor profile"
      action={<LinkButton to="/dashboard">Go to the dashboard</LinkButton>}
    >
      <p>Licensed private driving instructors find their {what} here.</p>
    </EmptyState>
  );
}
