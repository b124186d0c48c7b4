import { useRef, useState } from 'react';
import * as texts from '#texts/broadcasts.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { FoundList } from '../../../platform/lists/FoundList.tsx';
import { ListControls } from '../../../platform/lists/ListControls.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { fieldMessageFor } from '../../../platform/session/message-for.ts';
import { messageOf } from '../../../platform/session/message-of.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../../platform/ui/Dialog.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { BroadcastForm, WhomItGoesTo } from './BroadcastForm.tsx';
import { audienceChoices, broadcastStatuses } from './broadcast-words.ts';
import { type Broadcast, broadcastList, useBroadcasts, useChangeBroadcasts } from './use-broadcasts.ts';

const sorts = [
  { value: '-created', label: texts.latestFirst },
  { value: 'created', label: texts.oldestFirst },
  { value: 'title', label: texts.titleAToZ },
  { value: '-title', label: texts.titleZToA },
] as const;

/** Broadcasts: what staff write to many people at once, from a draft until it is sent or stopped. */
export function BroadcastsPage() {
  return (
    <StaffOnly right="broadcasts">
      <Broadcasts />
    </StaffOnly>
  );
}

type Opened = { what: 'write' | 'send' | 'delete'; broadcast: Broadcast | undefined };

function Broadcasts() {
  const list = useListQuery(broadcastList);
  const read = useBroadcasts(list.query);
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { data, isPlaceholderData } = read;
  const write = (
    <Button onClick={() => setOpened({ what: 'write', broadcast: undefined })}>{texts.newBroadcast}</Button>
  );
  return (
    <section aria-labelledby="broadcasts" className="max-w-[56rem]">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="broadcasts" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {texts.broadcasts}
        </h2>
        {write}
      </div>
      <ListControls
        list={list}
        found={data}
        name={texts.broadcasts}
        search={{ label: texts.searchBroadcasts, placeholder: texts.titleOrWord }}
        status={{ label: texts.status, allLabel: texts.everyStatus, options: broadcastStatuses }}
        sort={{ label: texts.sortBy, options: sorts }}
      />
      <WhenRead read={read} what={texts.theBroadcasts} notLoaded={texts.notLoaded}>
        {data && (
          <FoundList
            answer={data}
            list={list}
            countOf={(count) => texts.countOf({ count })}
            noMatch={texts.noneMatches}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState title={texts.noneYet} action={write}>
                <p>{texts.whatItIs}</p>
              </EmptyState>
            }
          >
            <ul className="grid gap-3">
              {data.items.map((broadcast) => (
                <Line key={broadcast.id} broadcast={broadcast} onOpen={(what) => setOpened({ what, broadcast })} />
              ))}
            </ul>
          </FoundList>
        )}
      </WhenRead>
      {opened?.what === 'write' && <BroadcastForm draft={opened.broadcast} onClose={close} />}
      {opened?.what === 'send' && opened.broadcast && <Send broadcast={opened.broadcast} onClose={close} />}
      {opened?.what === 'delete' && opened.broadcast && <Delete broadcast={opened.broadcast} onClose={close} />}
    </section>
  );
}

function Line({ broadcast, onOpen }: { broadcast: Broadcast; onOpen: (what: Opened['what']) => void }) {
  const { id, title, message, audience, area, status, recipients, sent, authorName, created } = broadcast;
  const tell = useTelling();
  const { move, test } = useChangeBroadcasts();
  const { label, tone } = broadcastStatuses.find(({ value }) => value === status) ?? { label: status, tone: 'grey' };
  const toWhom = [audienceChoices.find(({ value }) => value === audience)?.label, area].filter(Boolean).join(', ');
  const act = (deed: Promise<unknown>, done: string) =>
    tell(deed, { done, failed: (error) => messageOf(error, texts.notDone) });
  return (
    <li className="card grid gap-2 p-4 md:p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <b className="font-semibold [overflow-wrap:anywhere]">{title}</b>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{message}</p>
      <p className="figures text-soft text-note">
        {toWhom}. {authorName}, {formatStart(created)}. {status !== 'draft' && texts.toldOf({ sent, recipients })}
      </p>
      {status === 'draft' && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onOpen('send')}>{texts.send}</Button>
          <Button
            variant="secondary"
            isBusy={test.isPending}
            onClick={() => act(test.mutateAsync(id), texts.testIsOnItsWay)}
          >
            {texts.sendMeATest}
          </Button>
          <Button variant="secondary" onClick={() => onOpen('write')}>
            {texts.change}
          </Button>
          <Button variant="quiet" onClick={() => onOpen('delete')}>
            {texts.deleteDraft}
          </Button>
        </div>
      )}
      {status === 'sending' && (
        <Button
          variant="danger"
          className="justify-self-start"
          isBusy={move.isPending}
          onClick={() => act(move.mutateAsync({ id, status: 'stopped' }), texts.isStopped)}
        >
          {texts.stop}
        </Button>
      )}
    </li>
  );
}

function Send({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const tell = useTelling();
  const { move } = useChangeBroadcasts();
  const send = () =>
    tell(move.mutateAsync({ id: broadcast.id, status: 'sending' }, { onSuccess: onClose }), {
      done: texts.isBeingSent,
      failed: (error) => fieldMessageFor(error, 'audience') ?? messageOf(error, texts.notDone),
    });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.sendThis}
      description={broadcast.title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.notYet}
          </Button>
          <Button isBusy={move.isPending} onClick={send}>
            {texts.sendNow}
          </Button>
        </>
      }
    >
      <WhomItGoesTo draft={broadcast} />
    </Dialog>
  );
}

function Delete({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const tell = useTelling();
  const { remove } = useChangeBroadcasts();
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.deleteThisDraft}
      description={broadcast.title}
      confirmLabel={texts.deleteDraft}
      isHarmful
      isBusy={remove.isPending}
      onConfirm={() =>
        tell(remove.mutateAsync(broadcast.id, { onSuccess: onClose }), {
          failed: (error) => messageOf(error, texts.notDone),
        })
      }
    />
  );
}
