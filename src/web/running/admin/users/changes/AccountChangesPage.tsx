import { useRef } from 'react';
import { Link } from 'react-router';
import { personPath, usersPath } from '#rules/paths/staff-paths.ts';
import { accountChangeKind } from '#rules/staff/account-change-kind.ts';
import * as texts from '#texts/accountChanges.ts';
import { StaffOnly } from '../../../../platform/desk/StaffOnly.tsx';
import { currentTime } from '../../../../platform/ground/clock.ts';
import { FoundList } from '../../../../platform/lists/FoundList.tsx';
import { ListControls } from '../../../../platform/lists/ListControls.tsx';
import { useListQuery } from '../../../../platform/lists/use-list-query.ts';
import type { AccountChange } from '../../../../platform/records/account-change.ts';
import { fieldMessageFor } from '../../../../platform/session/message-for.ts';
import { messageOf } from '../../../../platform/session/message-of.ts';
import { useSession } from '../../../../platform/session/use-session.ts';
import { useTelling } from '../../../../platform/session/use-telling.ts';
import { Badge, type BadgeTone } from '../../../../platform/ui/Badge.tsx';
import { Button, LinkButton } from '../../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../../platform/ui/EmptyState.tsx';
import { formatStart } from '../../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../../platform/ui/WhenRead.tsx';
import { labelOf, roleOptions } from '../person-record.ts';
import { changesList, useAccountChanges, useDecideChange } from './use-account-changes.ts';

/** What was asked to be changed of what opens accounts: what waits is confirmed by a second administrator or withdrawn, and what was decided stays. */
export function AccountChangesPage() {
  return (
    <StaffOnly right="users">
      <Changes />
    </StaffOnly>
  );
}

function Changes() {
  const list = useListQuery(changesList);
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useAccountChanges(list.query);
  const { data, isPlaceholderData } = read;
  return (
    <section aria-labelledby="account-changes" className="max-w-[56rem]">
      <h2 id="account-changes" ref={heading} tabIndex={-1} className="mb-2 text-heading outline-none">
        {texts.changesOfAccounts}
      </h2>
      <p className="mb-5 text-soft">{texts.about}</p>
      <ListControls
        list={list}
        found={data}
        name={texts.changesOfAccounts}
        search={{ label: texts.searchChanges, placeholder: texts.nameOrValue }}
        status={{ label: texts.status, allLabel: texts.everyStatus, options: statuses }}
        sort={{ label: texts.sortBy, options: sorts }}
      />
      <WhenRead read={read} what={texts.theChanges} notLoaded={texts.notLoaded}>
        {data && (
          <FoundList
            answer={data}
            list={list}
            countOf={(count) => texts.changesFound({ count })}
            noMatch={texts.noChangeMatches}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState
                title={texts.nothingAskedFor}
                action={<LinkButton to={usersPath}>{texts.toTheUsers}</LinkButton>}
              >
                <p>{texts.whatComesHere}</p>
              </EmptyState>
            }
          >
            <ul className="card divide-y divide-line">
              {data.items.map((change) => (
                <Line key={change.id} change={change} />
              ))}
            </ul>
          </FoundList>
        )}
      </WhenRead>
    </section>
  );
}

const statusWords: Record<AccountChange['status'], [word: string, tone: BadgeTone]> = {
  waiting: [texts.waits, 'amber'],
  done: [texts.done, 'green'],
  refused: [texts.refused, 'red'],
  withdrawn: [texts.withdrawn, 'grey'],
  lapsed: [texts.lapsed, 'grey'],
};
const statuses = changesList.filters.status.map((value) => ({ value, label: statusWords[value][0] }));
const sorts = [
  { value: '-created', label: texts.newestFirst },
  { value: 'created', label: texts.oldestFirst },
  { value: 'personName', label: texts.nameAToZ },
  { value: '-personName', label: texts.nameZToA },
];

function Line({ change }: { change: AccountChange }) {
  const { user, field, value, was, reason, status, starterName = '', personName, created } = change;
  const [word, tone] = statusWords[status];
  const shown = (text: string) => (field === 'role' ? labelOf(roleOptions, text) : text);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link to={personPath(user)} className="font-semibold [overflow-wrap:anywhere]">
          {personName}
        </Link>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="[overflow-wrap:anywhere]">
        {texts.whatChanges({ kind: accountChangeKind(change), was: shown(was), value: shown(value) })}
      </p>
      <p className="text-note text-soft [overflow-wrap:anywhere]">
        {texts.askedBy({ starterName, time: formatStart(created) })} {reason}
      </p>
      {status === 'waiting' && <Deciding change={change} />}
    </li>
  );
}

function Deciding({ change }: { change: AccountChange }) {
  const { id, user, field, starter, personName, expires, takesEffectAt, lockedUntil } = change;
  const isLocked = lockedUntil !== '' && Date.parse(lockedUntil) > currentTime().getTime();
  const tell = useTelling();
  const own = useSession()?.id;
  const deciding = useDecideChange();
  const decide = (isConfirmed: boolean) =>
    tell(deciding.mutateAsync({ id, isConfirmed }), {
      done: isConfirmed ? texts.wasConfirmed({ personName }) : texts.wasWithdrawn({ personName }),
      failed: (error) =>
        fieldMessageFor(error, 'change') ?? fieldMessageFor(error, 'status') ?? messageOf(error, texts.notDecided),
    });
  return (
    <div className="grid gap-2">
      <p className="text-note">
        {takesEffectAt === ''
          ? texts.waitsUntil({ field, time: formatStart(expires) })
          : texts.takesEffect({ time: formatStart(takesEffectAt) })}
        {isLocked && ` ${texts.lockedUntil({ time: formatStart(lockedUntil) })}`}
      </p>
      {user !== own && (
        <div className="flex flex-wrap gap-3">
          {starter !== own && (
            <Button
              aria-label={texts.confirmFor({ personName })}
              isBusy={deciding.isPending}
              onClick={() => decide(true)}
            >
              {texts.confirm}
            </Button>
          )}
          <Button
            variant="secondary"
            aria-label={texts.withdrawFor({ personName })}
            disabled={deciding.isPending}
            onClick={() => decide(false)}
          >
            {texts.withdraw}
          </Button>
        </div>
      )}
    </div>
  );
}
