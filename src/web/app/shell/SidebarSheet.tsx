import * as texts from '#texts/shell.ts';
import { Sheet } from '../../platform/ui/Sheet.tsx';
import { SidebarBrand } from './SidebarBrand.tsx';
import { SidebarNavigation } from './SidebarNavigation.tsx';
import { UserMenu } from './UserMenu.tsx';
import type { SidebarState } from './use-sidebar.ts';

/** The sidebar on a narrow window: it slides in over the page, 18rem wide. */
export function SidebarSheet({ sidebar }: { sidebar: SidebarState }) {
  return (
    <Sheet isOpen={sidebar.isSheetOpen} onOpenChange={sidebar.setSheetOpen} title={texts.menu} isTitleHidden>
      <SidebarBrand />
      <SidebarNavigation />
      <div className="border-line border-t px-3 py-2">
        <UserMenu />
      </div>
    </Sheet>
  );
}
