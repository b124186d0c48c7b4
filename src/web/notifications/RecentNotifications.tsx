import { useRef } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import * as texts from '#texts/notifications.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { SelectField } from '../ui/Select.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { NotificationTable } from './NotificationTable.tsx';
import {
  isFiltered,
  type NotificationQuery,
  notificationPageSize,
  notificationSorts,
  notificationText,
  readChoices,
  readNotificationQuery,
  typeChoices,
} from './notification-query.ts';
import {
  type NotificationPage,
  useMarkAllRead,
  useMarkRead,
  useNotifications,
  useUnreadCount,
} from './use-notifications.ts';

/** What Kerbside told the signed-in user: searched, filtered, ordered and paged as the address says. */
export function RecentNotifications() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = readNotificationQuery(params);
  const { data, isError, isPlaceholderData, refetch } = useNotifications(query);
  const toHeading = () => heading.current?.focus();
  const change = (changed: Partial<NotificationQuery>, isTyping = false) =>
    void navigate(
      { search: notificationText({ ...query, page: 1, ...changed }) },
      { replace: isTyping, preventScrollReset: true },
    );
  if (data && !isPlaceholderData && data.totalItems > 0 && data.items.length === 0) {
    return <Navigate to={{ search: notificationText({ ...query, page: data.totalPages }) }} replace />;
  }
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" ref={heading} tabIndex={-1} className="mb-4 text-2xl outline-none">
        {texts.recentNotifications}
      </h2>
      {data?.hasAny === false ? (
        <EmptyState title={texts.nothingToTellYou}>
          <p>{texts.bookedMovedAndCancelledLessons}</p>
        </EmptyState>
      ) : (
        <>
          <Controls query={query} onChange={change} />
          <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <p role="status" className="figures text-soft">
              {data && (isPlaceholderData ? texts.looking : countOf(data, query))}
            </p>
            <MarkAll onMark={toHeading} />
          </div>
          {isError && <ErrorState title={texts.yourNotificationsCouldNotBe} onRetry={() => void refetch()} />}
          {!data && !isError && (
            <AfterDelay what={texts.yourNotifications}>
              <Skeleton className="h-80 w-full" />
            </AfterDelay>
          )}
          {data?.totalItems === 0 && (
            <EmptyState
              title={texts.noNotificationMatches}
              action={
                <Button
                  variant="secondary"
                  onClick={() => {
                    change({ q: '', type: '', read: '' });
                    toHeading();
                  }}
                >
                  {texts.clearSearchAndFilters}
                </Button>
              }
            >
              <p>{texts.tryAShorterSearchOr}</p>
            </EmptyState>
          )}
          {data && data.totalItems > 0 && (
            <Found found={data} isWaiting={isPlaceholderData} query={query} onTurn={toHeading} />
          )}
        </>
      )}
    </section>
  );
}

type FoundProps = { found: NotificationPage; isWaiting: boolean; query: NotificationQuery; onTurn: () => void };

function Found({ found, isWaiting, query, onTurn }: FoundProps) {
  const marking = useMarkRead();
  const toast = useToast();
  const { label } = notificationSorts.find(({ value }) => value === found.query.sort) ?? notificationSorts[0];
  const mark = (id: string, read: boolean) =>
    marking.mutate({ id, read }, { onError: () => toast({ text: texts.theNotificationCouldNotBe, isFailure: true }) });
  return (
    <div aria-busy={isWaiting} className={classNames(isWaiting && 'opacity-60')}>
      <NotificationTable
        caption={texts.recentNotificationsLabel({ label: label.toLowerCase() })}
        items={found.items}
        onMark={mark}
      />
      <Pagination
        page={query.page}
        totalPages={found.totalPages}
        searchOf={(page) => notificationText({ ...query, page })}
        onTurn={onTurn}
      />
    </div>
  );
}

/** It is gone once everything is read, so the focus goes to the list's heading. */
function MarkAll({ onMark }: { onMark: () => void }) {
  const unread = useUnreadCount();
  const marking = useMarkAllRead();
  const toast = useToast();
  if (unread === 0) return null;
  return (
    <Button
      variant="secondary"
      isBusy={marking.isPending}
      onClick={() => {
        onMark();
        marking.mutate(undefined, {
          onSuccess: () => toast({ text: texts.allNotificationsMarkedAsRead }),
          onError: () => toast({ text: texts.theNotificationsCouldNotBe, isFailure: true }),
        });
      }}
    >
      {texts.markAllAsReadUnread({ unread })}
    </Button>
  );
}

/** Radix's list has no empty value; this one stands for "no choice" and is never in the address. */
const all = 'all';

type ControlsProps = {
  query: NotificationQuery;
  onChange: (change: Partial<NotificationQuery>, isTyping?: boolean) => void;
};

function Controls({ query, onChange }: ControlsProps) {
  const choose = (name: 'type' | 'read') => (value: string) => onChange({ [name]: value === all ? '' : value });
  return (
    <search aria-label={texts.notifications} className="mb-6 grid grid-cols-2 gap-4 sm:grid-cols-3">
      <div className="col-span-full">
        <SearchField
          label={texts.searchNotifications}
          placeholder={texts.aNameADayA}
          value={query.q}
          onSearch={(q) => onChange({ q }, true)}
        />
      </div>
      <SelectField
        label={texts.type}
        options={[{ value: all, label: texts.everyType }, ...typeChoices]}
        value={query.type || all}
        onChange={choose('type')}
      />
      <SelectField
        label={texts.status}
        options={[{ value: all, label: texts.anyStatus }, ...readChoices]}
        value={query.read || all}
        onChange={choose('read')}
      />
      <div className="max-sm:col-span-full">
        <SelectField
          label={texts.sortBy}
          options={notificationSorts}
          value={query.sort}
          onChange={(sort) => onChange({ sort })}
        />
      </div>
    </search>
  );
}

function countOf({ totalItems, items }: NotificationPage, query: NotificationQuery): string {
  if (totalItems === 0) return texts.noNotificationFound;
  const found = isFiltered(query) ? 'yes' : 'no';
  if (totalItems <= notificationPageSize) {
    return texts.countOf({ count: totalItems, found });
  }
  const first = (query.page - 1) * notificationPageSize + 1;
  return texts.rangeOf({ first, last: first + items.length - 1, totalItems, found });
}
