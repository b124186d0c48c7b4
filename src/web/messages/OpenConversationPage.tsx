import { Navigate, useSearchParams } from 'react-router';
import { refusedFields } from '../session/server-errors.ts';
import { useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { useOpening } from './use-opening.ts';

/** Leads to the conversation with `?instructor=` or `?learner=`. */
export function OpenConversationPage() {
  const [params] = useSearchParams();
  const user = useSession();
  const wanted = { instructor: params.get('instructor') ?? '', learner: params.get('learner') ?? '' };
  const { data: id, error, refetch } = useOpening(wanted, user?.id ?? '');
  if (id) return <Navigate to={`/dashboard/messages/${id}`} replace />;
  if (error && refusedFields(error).length > 0) {
    return (
      <EmptyState
        title="You can’t write to this person"
        action={<LinkButton to="/instructors">Find an Instructor</LinkButton>}
      >
        <p>{sentenceFor(error)}</p>
      </EmptyState>
    );
  }
  if (error) return <ErrorState title="The conversation could not be opened" onRetry={() => void refetch()} />;
  return (
    <AfterDelay what="the conversation">
      <Skeleton className="h-64 w-full" />
    </AfterDelay>
  );
}

function sentenceFor(error: unknown): string {
  const [refused] = refusedFields(error);
  if (refused?.code === 'own_profile') return 'This is your own profile.';
  if (refused?.code === 'not_your_learner') return 'Instructors write to learners who booked with them.';
  return 'The profile is not open at present. With an instructor of yours, open the messages from the lesson.';
}
