import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import * as texts from '#texts/shell.ts';
import { useView } from '../dashboard/dashboard-view.ts';
import { useSession } from '../session/use-session.ts';
import { classNames } from '../ui/class-names.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import { isCurrent, type NavigationGroup, type NavigationItem, navigationFor } from './navigation.ts';
import { iconFor } from './navigation-icons.ts';

/** Few have desks: nobody else loads them. An admin's are on the dashboard, below a sidebar of their own. */
const StaffGroup = lazy(async () => ({ default: (await import('./StaffGroup.tsx')).StaffGroup }));
const without: readonly string[] = ['user', 'premium', 'admin', ''];

/** The sidebar's places in their groups. Collapsed, only icons show; names stay for screen readers and in tooltips. */
export function SidebarNavigation({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const user = useSession();
  const view = useView();
  return (
    <nav
      aria-label={texts.dashboard}
      className={classNames('grow overflow-y-auto', isCollapsed ? 'px-0.5 py-3' : 'px-3 py-4')}
    >
      {navigationFor(user?.role ?? 'user', view).map((group) => (
        <Group key={group.label} group={group} isCollapsed={isCollapsed} />
      ))}
      {!without.includes(user?.role ?? '') && (
        <Suspense fallback={null}>
          <StaffGroup userRole={user?.role ?? ''} show={(group) => <Group group={group} isCollapsed={isCollapsed} />} />
        </Suspense>
      )}
    </nav>
  );
}

function Group({ group, isCollapsed }: { group: NavigationGroup; isCollapsed: boolean }) {
  const id = `navigation-${group.label.toLowerCase()}`;
  return (
    <div className={isCollapsed ? 'mb-2 border-line border-b-2 border-dashed pb-2 last:border-0' : 'mb-5'}>
      <h2
        id={id}
        className={isCollapsed ? 'unseen' : 'mb-1 px-3 font-semibold font-text text-soft text-xs tracking-normal'}
      >
        {group.label}
      </h2>
      <ul aria-labelledby={id} className="grid gap-0.5">
        {group.items.map((item) => (
          <li key={item.path}>
            <Place item={item} isCollapsed={isCollapsed} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Place({ item, isCollapsed }: { item: NavigationItem; isCollapsed: boolean }) {
  const { pathname } = useLocation();
  const isHere = isCurrent(item, pathname);
  const Icon = iconFor(item.path);
  return (
    <Tooltip text={item.label} isEnabled={isCollapsed}>
      <Link
        to={item.path}
        aria-current={isHere ? 'page' : undefined}
        className={classNames(
          'flex min-h-11 items-center gap-3 rounded no-underline',
          isCollapsed ? 'justify-center' : 'px-3',
          isHere ? 'bg-tint font-semibold text-green' : 'text-ink hover:bg-sunken',
        )}
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span className={isCollapsed ? 'unseen' : 'truncate'}>{item.label}</span>
      </Link>
    </Tooltip>
  );
}
