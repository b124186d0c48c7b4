import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { requestPath, requestsPath } from '#rules/paths/help-paths.ts';
import * as texts from '#texts/support.ts';
import type { NotificationsReadAnswer } from '#wire/notifications.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { callMarketplace } from '../../platform/session/backend.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { useRight } from '../../platform/session/use-right.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatSlotInText } from '../../platform/ui/format-time.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { Composer } from '../messages/Composer.tsx';
import { type Place, useOutbox, useSending } from '../messages/outbox.ts';
import { NextRequest } from './NextRequest.tsx';
import { SavedAnswers, StaffTools } from './StaffTools.tsx';
import { SupportThread } from './SupportThread.tsx';
import { categoryLabel, type SupportRequest, supportStatuses } from './support-record.ts';
import { supportMessagesKey, useClosing, useRequest } from './use-support.ts';
import { useIsDeskAwaited } from './use-support-desk.ts';

/** One request to the support: what was asked and answered, and where one writes on. `next` is the one that waits most urgently. */
export function RequestPage() {
  const { id = '' } = useParams();
  return id === 'next' ? <NextRequest /> : <OneRequest id={id} />;
}

function OneRequest({ id }: { id: string }) {
  const user = useSession();
  const { data, isError, error, refetch } = useRequest(id);
  const isDeskAwaited = useIsDeskAwaited(id, useRight('support'));
  if (data && user && !isDeskAwaited) return <Loaded key={id} request={data} me={user.id} />;
  if (isError && refusalIn(error)?.status === 404) {
    return (
      <EmptyState
        title={texts.thereIsNoSuchRequest}
        action={<LinkButton to={requestsPath}>{texts.yourRequests}</LinkButton>}
      >
        <p>{texts.itMayBelongToAnother}</p>
      </EmptyState>
    );
  }
  if (isError) return <ErrorState title={texts.requestNotLoaded} onRetry={() => void refetch()} />;
  return (
    <AfterDelay what={texts.theRequest}>
      <Skeleton className="mb-6 h-12 w-72" />
      <Skeleton className="h-64 w-full" />
    </AfterDelay>
  );
}

const placeOf = (id: string): Place => ({
  collection: 'support_messages',
  field: 'request',
  id,
  queryKey: supportMessagesKey(id),
});

function Loaded({ request, me }: { request: SupportRequest; me: string }) {
  const { id, status } = request;
  const answers = useRight('support');
  const { send, sendAgain } = useSending(placeOf(id), me);
  const outgoing = useOutbox().filter(({ place, sender }) => place.id === id && sender === me);
  useNewsRead(id, request.lastMessageAt);
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-8rem)] max-w-[48rem] flex-col">
      {answers && <StaffTools request={request} />}
      <Head request={request} />
      <div className="grow pb-4">
        <SupportThread request={request} me={me} outgoing={outgoing} onAgain={sendAgain} />
      </div>
      <div className="page-bar -mx-4 -mb-6 md:-mb-8 border-line border-t bg-paper px-4 pt-3 pb-3 md:mx-0 md:px-0">
        {status === 'closed' && <p className="mb-2 text-soft text-note">{texts.closedNote}</p>}
        <Composer
          draft={id}
          label={texts.messageAboutSubject({ subject: request.subject })}
          canAttach
          onSend={send}
          {...(answers ? { above: (put) => <SavedAnswers onChoose={put} /> } : {})}
        />
      </div>
    </div>
  );
}

function Head({ request }: { request: SupportRequest }) {
  const { id, subject, category, status, answerBy, expand } = request;
  const answers = useRight('support');
  const tell = useTelling();
  const closing = useClosing(id);
  const { label, tone } = supportStatuses.find(({ value }) => value === status) ?? { label: status, tone: 'grey' };
  const promise =
    Date.parse(answerBy) < currentTime().getTime() ? texts.wasToBeAnsweredBy : texts.weAnswerByAnswerBySgt;
  const close = () =>
    tell(closing.mutateAsync(), {
      done: texts.requestClosed,
      failed: () => texts.theRequestCouldNotBeClosed,
    });
  return (
    <header className="mb-5">
      <div className="flex items-start gap-3">
        <Link to={requestsPath} aria-label={texts.allRequests} className="btn btn-quiet size-11 shrink-0 p-0 text-ink">
          <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
        </Link>
        <h2 className="min-w-0 grow pt-2 text-title [overflow-wrap:anywhere]">{subject}</h2>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-soft text-note">{categoryLabel(category)}</span>
        {answers && expand?.user && (
          <span className="text-soft text-note">{expand.user.name || expand.user.email}</span>
        )}
        {status === 'open' && (
          <span className="figures text-note">{promise({ answerBy: formatSlotInText(answerBy, currentTime()) })}</span>
        )}
        {status !== 'closed' && (
          <Button variant="quiet" className="ml-auto" isBusy={closing.isPending} onClick={close}>
            {texts.closeTheRequest}
          </Button>
        )}
      </div>
    </header>
  );
}

// What told of the answer is read with it.
function useNewsRead(id: string, newest: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const read = async () => {
      const body = { link: requestPath(id) };
      const { marked } = await callMarketplace<NotificationsReadAnswer>('POST', 'notifications/read', { body });
      if (marked > 0) await queries.invalidateQueries({ queryKey: ['notifications'] });
    };
    // Unread for the server it stays unread here as well.
    if (newest) void read().catch(() => {});
  }, [id, newest, queries]);
}
