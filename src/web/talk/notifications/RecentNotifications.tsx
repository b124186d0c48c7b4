import { useRef } from 'react';
import * as texts from '#texts/notifications.ts';
import { FilterField } from '../../platform/lists/FilterField.tsx';
import { FoundList } from '../../platform/lists/FoundList.tsx';
import { ListSearch } from '../../platform/lists/ListSearch.tsx';
import { isListFiltered, isWorthSearching, type ListQuery } from '../../platform/lists/list-query.ts';
import { SearchField } from '../../platform/lists/SearchField.tsx';
import { useListQuery } from '../../platform/lists/use-list-query.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { NotificationTable } from './NotificationTable.tsx';
import {
  notificationList,
  notificationPageSize,
  notificationSorts,
  readChoices,
  typeChoices,
} from './notification-query.ts';
import { useUnreadCount } from './unread-count.ts';
import { type NotificationPage, useMarkAllRead, useMarkRead, useNotifications } from './use-notifications.ts';

/** What Kerbside told the signed-in user: searched, filtered, ordered and paged as the address says. */
export function RecentNotifications() {
  const list = useListQuery(notificationList);
  const { query } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  const read = useNotifications(query);
  const { data, isPlaceholderData } = read;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" ref={heading} tabIndex={-1} className="mb-4 text-heading outline-none">
        {texts.recentNotifications}
      </h2>
      <Controls list={list} isWorth={isWorthSearching(data, query)} />
      <WhenRead
        read={read}
        what={texts.yourNotifications}
        notLoaded={texts.notificationsNotLoaded}
        skeleton="h-80 w-full"
      >
        {data && (
          <FoundList
            answer={data}
            list={list}
            countOf={() => countOf(data, query)}
            action={<MarkAll onMark={() => heading.current?.focus()} />}
            noMatch={texts.noNotificationMatches}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={
              <EmptyState title={texts.nothingToTellYou}>
                <p>{texts.bookedMovedAndCancelledLessons}</p>
              </EmptyState>
            }
          >
            <Rows found={data} />
          </FoundList>
        )}
      </WhenRead>
    </section>
  );
}

function Rows({ found: { items, query } }: { found: NotificationPage }) {
  const marking = useMarkRead();
  const tell = useTelling();
  const { label } = notificationSorts.find(({ value }) => value === query.sort) ?? notificationSorts[0];
  const mark = (id: string, read: boolean) =>
    tell(marking.mutateAsync({ id, read }), { failed: () => texts.notificationNotMarked });
  return (
    <NotificationTable
      caption={texts.recentNotificationsLabel({ label: label.toLowerCase() })}
      items={items}
      onMark={mark}
    />
  );
}

/** It is gone once everything is read, so the focus goes to the list's heading. */
function MarkAll({ onMark }: { onMark: () => void }) {
  const unread = useUnreadCount();
  const marking = useMarkAllRead();
  const tell = useTelling();
  if (unread === 0) return null;
  return (
    <Button
      variant="secondary"
      isBusy={marking.isPending}
      onClick={() => {
        onMark();
        tell(marking.mutateAsync(), {
          done: texts.allNotificationsMarkedAsRead,
          failed: () => texts.notificationsNotMarked,
        });
      }}
    >
      {texts.markAllAsReadUnread({ unread })}
    </Button>
  );
}

type ControlsProps = { list: ReturnType<typeof useListQuery>; isWorth: boolean };

function Controls({ list: { query, change }, isWorth }: ControlsProps) {
  const choose = (name: 'type' | 'read') => (value: string) => change({ filters: { [name]: value } });
  return (
    <ListSearch
      name={texts.notifications}
      isWorth={isWorth}
      className="mb-6 grid grid-cols-2 gap-4 sm:max-md:grid-cols-3 lg:grid-cols-3"
    >
      <div className="col-span-full">
        <SearchField
          label={texts.searchNotifications}
          placeholder={texts.searchPlaceholder}
          value={query.q}
          onSearch={(q) => change({ q }, true)}
        />
      </div>
      <FilterField
        label={texts.type}
        allLabel={texts.everyType}
        options={typeChoices}
        value={query.filters.type ?? ''}
        onChange={choose('type')}
      />
      <FilterField
        label={texts.status}
        allLabel={texts.anyStatus}
        options={readChoices}
        value={query.filters.read ?? ''}
        onChange={choose('read')}
      />
      <div className="max-sm:col-span-full">
        <SelectField
          label={texts.sortBy}
          options={notificationSorts}
          value={query.sort}
          onChange={(sort) => change({ sort })}
        />
      </div>
    </ListSearch>
  );
}

function countOf({ totalItems, items }: NotificationPage, query: ListQuery): string {
  if (totalItems === 0) return texts.noNotificationFound;
  const found = isListFiltered(query) ? 'yes' : 'no';
  if (totalItems <= notificationPageSize) {
    return texts.countOf({ count: totalItems, found });
  }
  const first = (query.page - 1) * notificationPageSize + 1;
  return texts.rangeOf({ first, last: first + items.length - 1, totalItems, found });
}
