import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import * as texts from '#texts/undelivered.ts';
import type { UndeliveredAnswer, UndeliveredMail } from '#wire/mails.ts';
import { CaseFacts } from '../../../platform/desk/CaseFacts.tsx';
import { OthersHere } from '../../../platform/desk/OthersHere.tsx';
import { QueueBar } from '../../../platform/desk/QueueBar.tsx';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { callMarketplace, readMarketplace } from '../../../platform/session/backend.ts';
import { messageOf } from '../../../platform/session/message-of.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';

const key = ['admin', 'undelivered'] as const;

/** Mails that could not be delivered, one at a time (`?case=`, J and K): sent again, or their owner told that the address does not work. */
export function UndeliveredPage() {
  return (
    <StaffOnly right="users">
      <Desk />
    </StaffOnly>
  );
}

function Desk() {
  const [params] = useSearchParams();
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readMarketplace<UndeliveredAnswer>('mails/undelivered', {}, signal),
  });
  const { open = [], done = [] } = read.data ?? {};
  const index = Math.max(
    0,
    open.findIndex(({ id }) => String(id) === params.get('case')),
  );
  const shown = open[index];
  const cases = open.map(({ id, to, created }) => ({
    id: String(id),
    to: `?case=${id}`,
    name: to,
    detail: formatStart(created),
  }));
  return (
    <WhenRead read={read} what={texts.theMails} notLoaded={texts.notLoaded}>
      <div className="grid max-w-[48rem] gap-6">
        {!shown && (
          <EmptyState title={texts.nothingWaits}>
            <p>{texts.whatComesHere}</p>
          </EmptyState>
        )}
        {shown && (
          <>
            <QueueBar cases={cases} index={index} />
            <OthersHere id={`mail-${shown.id}`} />
            <OneMail key={shown.id} mail={shown} />
          </>
        )}
        {done.length > 0 && (
          <section aria-labelledby="told" className="grid gap-3">
            <h2 id="told" className="text-title">
              {texts.toldBefore}
            </h2>
            <ul className="card">
              {done.map(({ id, to, subject, handledBy, handledAt }) => (
                <li key={id} className="border-line border-b px-4 py-2 last:border-b-0 [overflow-wrap:anywhere]">
                  {to}, {subject}{' '}
                  <span className="text-soft text-note">
                    {handledBy}, {handledAt && formatStart(handledAt)}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </WhenRead>
  );
}

function OneMail({ mail }: { mail: UndeliveredMail }) {
  const { id, to, name, isAccount, hasWords, subject, error, attempts, created } = mail;
  const tell = useTelling();
  const queries = useQueryClient();
  const deed = useMutation({
    mutationFn: (as: 'again' | 'told') => callMarketplace('POST', `mails/undelivered/${id}/${as}`),
    onSettled: () => void queries.invalidateQueries({ queryKey: key }),
  });
  const act = (as: 'again' | 'told', said: string) =>
    tell(deed.mutateAsync(as), { done: said, failed: (problem) => messageOf(problem, texts.notDone) });
  const facts = [
    { label: texts.to, value: name ? `${name}, ${to}` : to },
    { label: texts.subject, value: subject },
    { label: texts.written, value: formatStart(created) },
    { label: texts.tries, value: String(attempts) },
    { label: texts.whatTheServerSaid, value: error },
  ];
  return (
    <section aria-label={to} className="card grid gap-4 p-5">
      <CaseFacts facts={facts} />
      {!isAccount && <p className="text-soft">{texts.nobodysAddress}</p>}
      {!hasWords && <p className="text-soft">{texts.wordsForgotten}</p>}
      <div className="flex flex-wrap gap-3">
        {hasWords && (
          <Button isBusy={deed.isPending} onClick={() => act('again', texts.isSentAgain)}>
            {texts.sendAgain}
          </Button>
        )}
        {isAccount && (
          <Button variant="secondary" disabled={deed.isPending} onClick={() => act('told', texts.ownerIsTold)}>
            {texts.addressIsWrong}
          </Button>
        )}
      </div>
    </section>
  );
}
