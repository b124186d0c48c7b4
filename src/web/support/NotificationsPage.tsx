import { CreditCard, Info, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { currentTime } from '../app/clock.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatSlot } from '../ui/format-time.ts';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import type { Notification, NotificationType } from './notification-record.ts';
import { useMarkRead, useNotifications } from './use-notifications.ts';

/** What Kerbside told the signed-in user, the newest first. */
export function NotificationsPage() {
  const { data, isError, refetch } = useNotifications();
  const marking = useMarkRead();
  if (isError && !data)
    return <ErrorState title="Your notifications could not be loaded" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <AfterDelay what="your notifications">
        <Skeleton className="h-80 w-full" />
      </AfterDelay>
    );
  }
  if (data.items.length === 0) {
    return (
      <EmptyState title="Nothing to tell you">
        <p>Booked, moved and cancelled lessons, payments and sign-ins are announced here and by mail.</p>
      </EmptyState>
    );
  }
  const unread = data.items.filter((notification) => !notification.read).map(({ id }) => id);
  return (
    <section aria-labelledby="recent" className="max-w-[48rem]">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="recent" className="text-2xl">
          {unread.length === 0 ? 'All read' : `${unread.length} unread`}
        </h2>
        {unread.length > 0 && (
          <Button variant="secondary" onClick={() => marking.mutate({ ids: unread, read: true })}>
            Mark all as read
          </Button>
        )}
      </div>
      <ul className="card overflow-hidden">
        {data.items.map((notification) => (
          <Item
            key={notification.id}
            notification={notification}
            onMark={(read) => marking.mutate({ ids: [notification.id], read })}
          />
        ))}
      </ul>
    </section>
  );
}

const icons: Record<NotificationType, { Icon: LucideIcon; word: string }> = {
  user: { Icon: UserRound, word: 'Lessons' },
  payment: { Icon: CreditCard, word: 'Payment' },
  system: { Icon: Info, word: 'Kerbside' },
  security: { Icon: ShieldCheck, word: 'Security' },
};

function Item({ notification, onMark }: { notification: Notification; onMark: (read: boolean) => void }) {
  const { title, message, type, link, read, created } = notification;
  const { Icon, word } = icons[type];
  return (
    <li
      className={classNames('flex gap-4 border-line border-t px-4 py-3.5 first:border-t-0 md:px-5', !read && 'bg-tint')}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-soft" />
      <div className="min-w-0 grow">
        <p className={read ? undefined : 'font-semibold'}>
          {!read && <span className="unseen">Unread: </span>}
          {link.startsWith('/') ? (
            <Link to={link} onClick={() => read || onMark(true)} className="text-ink">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="text-soft">{message}</p>
        <p className="figures mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-soft">
          <span>{word}</span>
          <time dateTime={new Date(created).toISOString()}>{formatSlot(created, currentTime())}</time>
          <button type="button" className="min-h-11 text-green underline" onClick={() => onMark(!read)}>
            {read ? 'Mark as unread' : 'Mark as read'}
            <span className="unseen">: {title}</span>
          </button>
        </p>
      </div>
    </li>
  );
}
