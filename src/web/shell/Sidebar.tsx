import { Link } from 'react-router';
import { classNames } from '../ui/class-names.ts';
import { LPlate } from '../ui/LPlate.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { SidebarNavigation } from './SidebarNavigation.tsx';
import { UserMenu } from './UserMenu.tsx';
import type { SidebarState } from './use-sidebar.ts';

/** The sidebar: 16rem wide, 3rem collapsed; on a narrow window a sheet of 18rem that slides in. */
export function Sidebar({ sidebar }: { sidebar: SidebarState }) {
  if (sidebar.isNarrow) return <SidebarSheet sidebar={sidebar} />;
  const isCollapsed = !sidebar.isExpanded;
  return (
    <aside
      id="sidebar"
      aria-label="Sidebar"
      data-state={isCollapsed ? 'collapsed' : 'expanded'}
      className={classNames(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-line border-r bg-surface print:hidden',
        isCollapsed ? 'w-12' : 'w-64',
      )}
    >
      <Brand isCollapsed={isCollapsed} />
      <SidebarNavigation isCollapsed={isCollapsed} />
      <div className={classNames('border-line border-t py-2', isCollapsed ? 'px-0.5' : 'px-3')}>
        <UserMenu isCollapsed={isCollapsed} />
      </div>
    </aside>
  );
}

function SidebarSheet({ sidebar }: { sidebar: SidebarState }) {
  return (
    <Sheet isOpen={sidebar.isSheetOpen} onOpenChange={sidebar.setSheetOpen} title="Menu" isTitleHidden>
      <Brand />
      <SidebarNavigation />
      <div className="border-line border-t px-3 py-2">
        <UserMenu />
      </div>
    </Sheet>
  );
}

function Brand({ isCollapsed = false }: { isCollapsed?: boolean }) {
  return (
    <div className="shrink-0 pt-1.5">
      <Link
        to="/"
        className={classNames(
          'flex h-14 items-center gap-2.5 font-bold font-head text-ink text-lg tracking-tight no-underline',
          isCollapsed ? 'justify-center' : 'px-6',
        )}
      >
        <LPlate className="size-7 shrink-0" />
        <span className={isCollapsed ? 'unseen' : undefined}>Kerbside</span>
      </Link>
    </div>
  );
}
