import { useRef } from 'react';
import * as texts from '#texts/messages.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { useFileToken } from '../../platform/session/use-file-token.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { MessageBubble, OutgoingBubble } from './Bubble.tsx';
import { type Conversation, type Message, viewOf } from './conversation-record.ts';
import { dropOutgoing, type Outgoing } from './outbox.ts';
import { threadDays } from './thread-days.ts';
import { useStayingAtEnd } from './use-staying-at-end.ts';
import { useThread } from './use-thread.ts';

type ThreadProps = {
  conversation: Conversation;
  me: string;
  outgoing: readonly Outgoing[];
  onAgain: (item: Outgoing) => void;
};

type Item = { created: string; message?: Message; outgoing?: Outgoing };

/** What the two wrote, day by day, the newest at the bottom, and below it what is on its way. */
export function Thread({ conversation, me, outgoing, onAgain }: ThreadProps) {
  const thread = useThread(conversation.id);
  const { data, isError, refetch } = thread;
  const messages = (data?.pages ?? []).flatMap(({ items }) => items).reverse();
  const fileToken = useFileToken(messages.some(({ attachments }) => attachments.length > 0));
  const end = useRef<HTMLDivElement>(null);
  // A message that arrived is shown once, though it may still be in the outbox for a moment.
  const arrived = new Set(messages.map(({ id }) => id));
  const waiting = outgoing.filter(({ id }) => !arrived.has(id));
  useStayingAtEnd(end, `${messages.at(-1)?.id} ${waiting.map(({ id, failure }) => id + failure).join()}`);
  if (isError && !data) {
    const detail = texts.whatYouTypeIsKept;
    return <ErrorState title={texts.threadNotLoaded} detail={detail} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <AfterDelay what={texts.theMessages}>
        <Skeleton className="h-64 w-full" />
      </AfterDelay>
    );
  }
  const { otherName, otherReadAt } = viewOf(conversation, me);
  if (messages.length + waiting.length === 0) return <NothingYet otherName={otherName} />;
  const items: Item[] = [
    ...messages.map((message) => ({ created: message.created, message })),
    ...waiting.map((item) => ({ created: item.created, outgoing: item })),
  ];
  const lastOwn = messages.findLast(({ sender }) => sender === me);
  const stateOf = ({ id, created }: Message) => {
    if (id !== lastOwn?.id) return '';
    return otherReadAt !== '' && Date.parse(otherReadAt) >= Date.parse(created) ? texts.read : texts.sent;
  };
  return (
    <div>
      {thread.hasNextPage && (
        <div className="mb-4 text-center">
          <Button
            variant="secondary"
            isBusy={thread.isFetchingNextPage}
            busyText={texts.loading}
            onClick={() => void thread.fetchNextPage()}
          >
            {texts.earlierMessages}
          </Button>
        </div>
      )}
      <div role="log" aria-label={texts.messagesWithOtherName({ otherName })} className="grid gap-6">
        {threadDays(items, currentTime()).map((day) => (
          <section key={day.date} aria-label={day.label}>
            <p className="lane-top figures mb-4 pt-2 text-center text-soft text-note">{day.label}</p>
            <ol className="grid gap-3">
              {day.items.map(({ message, outgoing: item }) =>
                message ? (
                  <MessageBubble
                    key={message.id}
                    message={message}
                    isOwn={message.sender === me}
                    senderName={otherName}
                    state={stateOf(message)}
                    fileToken={fileToken}
                  />
                ) : (
                  item && (
                    <OutgoingBubble
                      key={item.id}
                      item={item}
                      onAgain={() => onAgain(item)}
                      onDrop={() => dropOutgoing(item.id)}
                    />
                  )
                ),
              )}
            </ol>
          </section>
        ))}
      </div>
      <div ref={end} className="h-px" />
    </div>
  );
}

function NothingYet({ otherName }: { otherName: string }) {
  return (
    <EmptyState title={texts.writeToOtherName({ otherName })}>
      <p>{texts.askAboutTheFirstLesson}</p>
    </EmptyState>
  );
}
