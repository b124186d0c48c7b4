import { CreditCard, Info, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#texts/notifications.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatSlot } from '../../platform/ui/format-time.ts';
import { typeChoices } from './notification-query.ts';
import type { Notification, NotificationType } from './notification-record.ts';

const icons: Record<NotificationType, LucideIcon> = {
  user: UserRound,
  payment: CreditCard,
  system: Info,
  security: ShieldCheck,
};

const cell = 'px-4 py-3 align-top @max-tabular:block @max-tabular:px-0 @max-tabular:py-0';

type NotificationTableProps = {
  caption: string;
  items: readonly Notification[];
  onMark: (id: string, read: boolean) => void;
};

/** Notifications line by line: what, about what, when, read or not. On a phone each is a block of its own. */
export function NotificationTable({ caption, items, onMark }: NotificationTableProps) {
  return (
    <div className="card @container overflow-hidden">
      <table className="@max-tabular:block">
        <caption className="unseen">{caption}</caption>
        <thead className="@max-tabular:unseen">
          <tr className="bg-sunken text-left text-note text-soft">
            {[texts.notification, texts.type, texts.time, texts.status].map((name) => (
              <th key={name} scope="col" className="px-4 py-2.5 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-tabular:block">
          {items.map((item) => (
            <Row key={item.id} item={item} onMark={(read) => onMark(item.id, read)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ item, onMark }: { item: Notification; onMark: (read: boolean) => void }) {
  const { title, message, type, link, read, created } = item;
  const Icon = icons[type];
  const word = typeChoices.find(({ value }) => value === type)?.label ?? type;
  return (
    <tr
      className={classNames(
        'border-line border-t first:border-t-0 @max-tabular:grid @max-tabular:grid-cols-[1fr_auto] @max-tabular:items-center @max-tabular:gap-x-4 @max-tabular:gap-y-1 @max-tabular:px-4 @max-tabular:py-3.5 @tabular:first:border-t',
        !read && 'bg-tint',
      )}
    >
      <td className={`${cell} w-full @max-tabular:col-span-2`}>
        <p className={read ? undefined : 'font-semibold'}>
          {link.startsWith('/') ? (
            <Link
              to={link}
              onClick={() => read || onMark(true)}
              className="text-ink @max-tabular:inline-flex @max-tabular:min-h-12 @max-tabular:items-center"
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="max-w-[65ch] break-words text-soft">{message}</p>
      </td>
      <td className={`${cell} text-note text-soft`}>
        <span className="flex items-center gap-2 @tabular:min-h-6 @tabular:whitespace-nowrap">
          <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
          {word}
        </span>
      </td>
      <td className={`${cell} figures text-note @tabular:whitespace-nowrap text-soft @max-tabular:text-right`}>
        <time dateTime={new Date(created).toISOString()} className="@tabular:leading-6">
          {formatSlot(created, currentTime())}
        </time>
      </td>
      <td className={`${cell} @max-tabular:col-span-2`}>
        <div className="flex items-center gap-3 @tabular:flex-col @tabular:items-start @tabular:gap-0">
          <Badge tone={read ? 'grey' : 'green'}>{read ? texts.read : texts.unread}</Badge>
          <button
            type="button"
            aria-label={`${read ? texts.markAsUnread : texts.markAsRead}: ${title}`}
            className="min-h-11 whitespace-nowrap text-green text-note underline"
            onClick={() => onMark(!read)}
          >
            {read ? texts.markAsUnread : texts.markAsRead}
          </button>
        </div>
      </td>
    </tr>
  );
}
