import { Bell, MessageCircle, PanelLeft, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { dashboardPath, notificationsPath } from '#rules/paths/account-paths.ts';
import { messagesPath } from '#rules/paths/message-paths.ts';
import * as texts from '#texts/shell.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { IconButton } from '../../platform/ui/Button.tsx';
import { useUnreadMessages } from '../../talk/messages/unread-messages.ts';
import { useUnreadCount } from '../../talk/notifications/unread-count.ts';
import { titleFor } from './navigation.ts';
import type { SidebarState } from './use-sidebar.ts';
import { useViewSwitch } from './use-view-switch.ts';

type ShellHeaderProps = { sidebar: SidebarState; onSearch: () => void };

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Above each page: the sidebar's button, the page's title, on the dashboard the switch of views, and the ways to everything else, messages and notifications. */
export function ShellHeader({ sidebar, onSearch }: ShellHeaderProps) {
  const { pathname } = useLocation();
  const isOpen = sidebar.isNarrow ? sidebar.isSheetOpen : sidebar.isExpanded;
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper print:hidden">
      <div className="mt-1.5 flex min-h-14 flex-wrap items-center px-0.5 sm:gap-1 sm:px-1 md:px-4 lg:gap-3">
        <IconButton
          label={texts.toggleSidebar}
          aria-expanded={isOpen}
          aria-keyshortcuts="Control+B Meta+B"
          onClick={sidebar.toggle}
        >
          <PanelLeft {...icon} />
        </IconButton>
        {/* No narrower than its longest word: where it has no room beside the others, they go to a line of their own. */}
        <h1 id="page-title" className="grow basis-[min-content] pr-1 leading-tight text-title max-sm:text-body">
          {titleFor(pathname)}
        </h1>
        <div className="ml-auto flex flex-wrap items-center justify-end lg:gap-3">
          {pathname === dashboardPath && <ViewSwitch />}
          <IconButton label={texts.goToOrFind} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
            <Search {...icon} />
          </IconButton>
          <MessagesLink />
          <NotificationsLink />
        </div>
      </div>
    </header>
  );
}

/** Quiet, and on the dashboard only: most people never switch. On other pages the user menu has it. */
function ViewSwitch() {
  const { other, words, turn } = useViewSwitch();
  return (
    <button
      type="button"
      aria-label={words}
      title={words}
      className="btn btn-quiet px-2 font-normal text-note text-soft max-sm:px-0 max-sm:text-label sm:whitespace-nowrap"
      onClick={turn}
    >
      {other}
    </button>
  );
}

function NotificationsLink() {
  return (
    <CountedLink to={notificationsPath} name={texts.notifications} unread={useUnreadCount()}>
      <Bell {...icon} />
    </CountedLink>
  );
}

function MessagesLink() {
  const user = useSession();
  return (
    <CountedLink to={messagesPath} name={texts.messages} unread={useUnreadMessages(user?.id ?? '')}>
      <MessageCircle {...icon} />
    </CountedLink>
  );
}

type CountedLinkProps = { to: string; name: string; unread: number; children: ReactNode };

function CountedLink({ to, name, unread, children }: CountedLinkProps) {
  return (
    <Link
      to={to}
      aria-label={unread ? texts.nameUnreadUnread({ name, unread }) : name}
      className="btn btn-quiet relative size-11 shrink-0 p-0 text-ink"
    >
      {children}
      {unread > 0 && (
        <span
          aria-hidden
          className="figures absolute top-0.5 right-0 flex h-5 min-w-5 items-center justify-center rounded-full bg-green px-1 font-semibold text-on-green text-label"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}
