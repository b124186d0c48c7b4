import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { messagesPath } from '#rules/paths/message-paths.ts';
import * as texts from '#texts/shell.ts';
import { deskIcons } from '../../platform/desk/desk-icons.ts';
import { deskPlacesOf } from '../../platform/desk/desk-places.ts';
import { useView } from '../../platform/session/dashboard-view.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { useUnreadMessages } from '../../talk/messages/unread-messages.ts';
import { isCurrent, isTeaching, type NavigationItem, tabsFor } from './navigation.ts';
import { iconFor } from './navigation-icons.ts';
import type { SidebarState } from './use-sidebar.ts';

const look =
  'relative flex min-h-16 flex-col items-center justify-center gap-1 px-0.5 text-center text-label no-underline';
const here = 'text-green shadow-[inset_0_3px_var(--color-green)]';
const icon = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A phone's way to the four places that one is at most, within a thumb's reach, and to the menu for all the others. */
export function TabBar({ sidebar }: { sidebar: SidebarState }) {
  const user = useSession();
  const chosen = useView();
  const { pathname } = useLocation();
  const role = user?.role ?? 'user';
  const view = role !== 'admin' && isTeaching(pathname) ? 'instructor' : chosen;
  const desks = deskPlacesOf(role).map((place) => ({ ...place, icon: deskIcons[place.path] }));
  return (
    <nav
      aria-label={texts.tabs}
      className="tab-bar z-20 order-last grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] border-line border-t bg-surface print:hidden"
    >
      {tabsFor(role, view, desks).map((item) => (
        <Tab key={item.path} item={item} userId={user?.id ?? ''} />
      ))}
      <button
        type="button"
        aria-expanded={sidebar.isSheetOpen}
        aria-haspopup="dialog"
        onClick={() => sidebar.setSheetOpen(true)}
        className={classNames(look, 'text-soft')}
      >
        <Ellipsis {...icon} />
        {texts.more}
      </button>
    </nav>
  );
}

function Tab({ item, userId }: { item: NavigationItem; userId: string }) {
  const { pathname } = useLocation();
  const isHere = isCurrent(item, pathname);
  const Icon = item.icon ?? iconFor(item.path);
  return (
    <Link
      to={item.opens ?? item.path}
      aria-current={isHere ? 'page' : undefined}
      className={classNames(look, isHere ? here : 'text-soft')}
    >
      <Icon {...icon} />
      {item.path === messagesPath ? <Inbox userId={userId}>{item.label}</Inbox> : item.label}
    </Link>
  );
}

function Inbox({ userId, children }: { userId: string; children: ReactNode }) {
  const unread = useUnreadMessages(userId);
  return (
    <>
      <span>
        {children}
        {unread > 0 && <span className="unseen">{texts.unreadCount({ unread })}</span>}
      </span>
      {unread > 0 && (
        <span
          aria-hidden
          className="figures absolute top-1.5 left-[calc(50%+4px)] min-w-5 rounded-full bg-green px-1 font-semibold text-on-green text-label"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </>
  );
}
