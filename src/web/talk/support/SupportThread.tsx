import { useRef } from 'react';
import * as texts from '#texts/support.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { useFileToken } from '../../platform/session/use-file-token.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { MessageBubble, OutgoingBubble } from '../messages/Bubble.tsx';
import { dropOutgoing, type Outgoing } from '../messages/outbox.ts';
import { threadDays } from '../messages/thread-days.ts';
import { useStayingAtEnd } from '../messages/use-staying-at-end.ts';
import type { SupportMessage, SupportRequest } from './support-record.ts';
import { useSupportThread } from './use-support.ts';

type SupportThreadProps = {
  request: SupportRequest;
  me: string;
  outgoing: readonly Outgoing[];
  onAgain: (item: Outgoing) => void;
};

type Item = { created: string; message?: SupportMessage; outgoing?: Outgoing };

/** What was asked and answered, day by day, and below it what is on its way. */
export function SupportThread({ request, me, outgoing, onAgain }: SupportThreadProps) {
  const thread = useSupportThread(request.id);
  const { data, isError, refetch } = thread;
  const messages = (data?.pages ?? []).flatMap(({ items }) => items).reverse();
  const fileToken = useFileToken(messages.some(({ attachments }) => attachments.length > 0));
  const end = useRef<HTMLDivElement>(null);
  const arrived = new Set(messages.map(({ id }) => id));
  const waiting = outgoing.filter(({ id }) => !arrived.has(id));
  useStayingAtEnd(end, `${messages.at(-1)?.id} ${waiting.map(({ id, failure }) => id + failure).join()}`);
  if (isError && !data) return <ErrorState title={texts.messagesNotLoaded} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <AfterDelay what={texts.theMessages}>
        <Skeleton className="h-64 w-full" />
      </AfterDelay>
    );
  }
  const items: Item[] = [
    ...messages.map((message) => ({ created: message.created, message })),
    ...waiting.map((item) => ({ created: item.created, outgoing: item })),
  ];
  const nameOf = ({ fromSupport, senderName }: SupportMessage) =>
    fromSupport ? senderName || texts.support : request.expand?.user?.name || texts.whoAsked;
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
      <div role="log" aria-label={texts.messagesAboutSubject({ subject: request.subject })} className="grid gap-6">
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
                    senderName={nameOf(message)}
                    state={message.sender === me ? '' : nameOf(message)}
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
