import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { messagesPath } from '#rules/paths/message-paths.ts';
import * as texts from '#texts/messages.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { Composer } from './Composer.tsx';
import { type Conversation, viewOf } from './conversation-record.ts';
import { OtherFace } from './OtherFace.tsx';
import { type Place, useOutbox, useSending } from './outbox.ts';
import { Thread } from './Thread.tsx';
import { useConversation } from './use-conversations.ts';
import { messagesKey, useIsConfirmed, useReading } from './use-thread.ts';

/** One conversation: what was written, and where one writes. */
export function ConversationPage() {
  const { id = '' } = useParams();
  const user = useSession();
  const { data, isError, error, refetch } = useConversation(id);
  if (data && user) return <Loaded key={id} conversation={data} me={user.id} />;
  if (isError && refusalIn(error)?.status === 404) {
    return (
      <EmptyState
        title={texts.thereIsNoSuchConversation}
        action={<LinkButton to={messagesPath}>{texts.allMessages}</LinkButton>}
      >
        <p>{texts.itMayBelongToAnother}</p>
      </EmptyState>
    );
  }
  if (isError) return <ErrorState title={texts.conversationNotLoaded} onRetry={() => void refetch()} />;
  return (
    <AfterDelay what={texts.theConversation}>
      <Skeleton className="mb-6 h-12 w-72" />
      <Skeleton className="h-64 w-full" />
    </AfterDelay>
  );
}

const placeOf = (id: string): Place => ({
  collection: 'messages',
  field: 'conversation',
  id,
  queryKey: messagesKey(id),
});

function Loaded({ conversation, me }: { conversation: Conversation; me: string }) {
  const { otherName, unread, isLearner } = viewOf(conversation, me);
  const isConfirmed = useIsConfirmed(conversation);
  const { send, sendAgain } = useSending(placeOf(conversation.id), me);
  const outgoing = useOutbox().filter(({ place, sender }) => place.id === conversation.id && sender === me);
  useReading(conversation.id, unread);
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-8rem)] max-w-[48rem] flex-col">
      <header className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Link to={messagesPath} aria-label={texts.allMessages} className="btn btn-quiet size-11 shrink-0 p-0 text-ink">
          <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
        </Link>
        <OtherFace conversation={conversation} me={me} className="size-10 text-note max-sm:hidden" />
        <h2 className="min-w-0 grow text-title [overflow-wrap:anywhere]">{otherName}</h2>
        {isLearner && (
          <LinkButton
            variant="secondary"
            to={bookingPath({ instructor: conversation.instructor })}
            aria-label={texts.bookALesson}
          >
            {/* In one piece: the parts of a button stand apart. */}
            <span>
              {inline(texts.bookALessonShort({ span: (text) => <span className="max-sm:hidden">{text}</span> }))}
            </span>
          </LinkButton>
        )}
      </header>
      <div className="grow pb-4">
        <Thread conversation={conversation} me={me} outgoing={outgoing} onAgain={sendAgain} />
      </div>
      <div className="page-bar -mx-4 -mb-6 md:-mb-8 border-line border-t bg-paper px-4 pt-3 pb-3 md:mx-0 md:px-0">
        {isConfirmed === false && <p className="mb-2 text-soft text-note">{texts.phoneNumbersAddressesAndFiles}</p>}
        <Composer
          draft={conversation.id}
          label={texts.messageToOtherName({ otherName })}
          canAttach={isConfirmed === true}
          onSend={send}
        />
      </div>
    </div>
  );
}
