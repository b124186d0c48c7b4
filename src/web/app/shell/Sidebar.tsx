import { lazy, Suspense } from 'react';
import * as texts from '#texts/shell.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { SidebarBrand } from './SidebarBrand.tsx';
import { SidebarNavigation } from './SidebarNavigation.tsx';
import { UserWords } from './UserWords.tsx';
import type { SidebarState } from './use-sidebar.ts';

/** The menu's machinery comes after the first paint of the page; wide windows never load the sheet. */
const UserMenu = lazy(async () => ({ default: (await import('./UserMenu.tsx')).UserMenu }));
const SidebarSheet = lazy(async () => ({ default: (await import('./SidebarSheet.tsx')).SidebarSheet }));

/** The sidebar: 16rem wide, 3rem collapsed; on a narrow window a sheet of 18rem that slides in. */
export function Sidebar({ sidebar }: { sidebar: SidebarState }) {
  if (sidebar.isNarrow) {
    return (
      <Suspense fallback={null}>
        <SidebarSheet sidebar={sidebar} />
      </Suspense>
    );
  }
  const isCollapsed = !sidebar.isExpanded;
  return (
    <aside
      id="sidebar"
      aria-label={texts.sidebar}
      data-state={isCollapsed ? 'collapsed' : 'expanded'}
      className={classNames(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-line border-r bg-surface print:hidden',
        isCollapsed ? 'w-12' : 'w-64',
      )}
    >
      <SidebarBrand isCollapsed={isCollapsed} />
      <SidebarNavigation isCollapsed={isCollapsed} />
      <div className={classNames('border-line border-t py-2', isCollapsed ? 'px-0.5' : 'px-3')}>
        <Suspense fallback={<MenuToCome isCollapsed={isCollapsed} />}>
          <UserMenu isCollapsed={isCollapsed} />
        </Suspense>
      </div>
    </aside>
  );
}

/** As high as the menu's button, whose address may take several lines. */
function MenuToCome({ isCollapsed }: { isCollapsed: boolean }) {
  const user = useSession();
  return (
    <div className="flex min-h-13 items-center gap-3 px-3">
      {user && !isCollapsed && (
        <>
          <span className="size-9 shrink-0" />
          <UserWords user={user} />
          <span className="w-[18px] shrink-0" />
        </>
      )}
    </div>
  );
}
