import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import * as texts from '#texts/shell.ts';
import { useView } from '../../platform/session/dashboard-view.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import type { Tooltip } from '../../platform/ui/Tooltip.tsx';
import { isCurrent, type NavigationGroup, type NavigationItem, navigationFor, withoutDashboard } from './navigation.ts';
import { iconFor } from './navigation-icons.ts';

/** Few have desks: nobody else loads them. An admin's are on the dashboard, below a sidebar of their own. */
const StaffGroup = lazy(async () => ({ default: (await import('./StaffGroup.tsx')).StaffGroup }));
const withDesks: readonly string[] = ['moderator', 'finance'];

/** The sidebar's places in their groups. Collapsed, only icons show; names stay for screen readers and in tooltips. */
export function SidebarNavigation({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const user = useSession();
  const view = useView();
  const tooltips = useTooltips(isCollapsed);
  const Around = tooltips?.TooltipProvider ?? Fragment;
  const look = { isCollapsed, Tip: tooltips?.Tooltip };
  const role = user?.role ?? 'user';
  const groups = navigationFor(role, view);
  const show = (group: NavigationGroup) => <Group key={group.label} group={group} {...look} />;
  return (
    <nav
      aria-label={texts.dashboard}
      className={classNames('grow overflow-y-auto', isCollapsed ? 'px-0.5 py-3' : 'px-3 py-4')}
    >
      <Around>
        {withDesks.includes(role) ? (
          // What comes late would push the rest down, so they come together.
          <Suspense fallback={null}>
            <StaffGroup userRole={role} show={show} />
            {withoutDashboard(groups).map(show)}
          </Suspense>
        ) : (
          groups.map(show)
        )}
      </Around>
    </nav>
  );
}

/** What shows tooltips, loaded once only icons show. Where it can't be had the places are still links. */
function useTooltips(isNeeded: boolean) {
  const [parts, setParts] = useState<typeof import('../../platform/ui/Tooltip.tsx')>();
  useEffect(() => {
    if (!isNeeded) return;
    import('../../platform/ui/Tooltip.tsx').then(setParts).catch(() => undefined);
  }, [isNeeded]);
  return isNeeded ? parts : undefined;
}

type Look = { isCollapsed: boolean; Tip: typeof Tooltip | undefined };

function Group({ group, isCollapsed, Tip }: { group: NavigationGroup } & Look) {
  const id = `navigation-${group.label.toLowerCase()}`;
  return (
    <div className={isCollapsed ? 'mb-2 border-line border-b-2 border-dashed pb-2 last:border-0' : 'mb-5'}>
      <h2
        id={id}
        className={isCollapsed ? 'unseen' : 'mb-1 px-3 font-semibold font-text text-soft text-note tracking-normal'}
      >
        {group.label}
      </h2>
      <ul aria-labelledby={id} className="grid gap-0.5">
        {group.items.map((item) => (
          <li key={item.path}>
            <Place item={item} isCollapsed={isCollapsed} Tip={Tip} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Place({ item, isCollapsed, Tip }: { item: NavigationItem } & Look) {
  const { pathname } = useLocation();
  const isHere = isCurrent(item, pathname);
  const Icon = item.icon ?? iconFor(item.path);
  const link = (
    <Link
      to={item.opens ?? item.path}
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
  );
  return Tip ? <Tip text={item.label}>{link}</Tip> : link;
}
