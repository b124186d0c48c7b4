import { Navigate, useSearchParams } from 'react-router';
import { conversationPath } from '#rules/paths/message-paths.ts';
import * as texts from '#texts/messages.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { useOpening } from './use-opening.ts';

/** Leads to the conversation with `?instructor=` or `?learner=`. */
export function OpenConversationPage() {
  const [params] = useSearchParams();
  const user = useSession();
  const wanted = { instructor: params.get('instructor') ?? '', learner: params.get('learner') ?? '' };
  const { data: id, error, refetch } = useOpening(wanted, user?.id ?? '');
  if (id) return <Navigate to={conversationPath(id)} replace />;
  if (error && refusedFields(error).length > 0) {
    return (
      <EmptyState
        title={texts.cantWriteToThem}
        action={<LinkButton to="/instructors">{texts.findAnInstructor}</LinkButton>}
      >
        <p>{sentenceFor(error)}</p>
      </EmptyState>
    );
  }
  if (error) return <ErrorState title={texts.theConversationCouldNotBeOpened} onRetry={() => void refetch()} />;
  return (
    <AfterDelay what={texts.theConversation}>
      <Skeleton className="h-64 w-full" />
    </AfterDelay>
  );
}

function sentenceFor(error: unknown): string {
  const [refused] = refusedFields(error);
  if (refused?.code === 'own_profile') return texts.thisIsYourOwnProfile;
  if (refused?.code === 'not_your_learner') return texts.whomInstructorsWriteTo;
  return texts.theProfileIsNotOpen;
}
