import { Link } from 'react-router';
import * as texts from '#texts/shell.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { LPlate } from '../../platform/ui/LPlate.tsx';

/** The product's name at the head of the sidebar; collapsed, the plate alone. */
export function SidebarBrand({ isCollapsed = false }: { isCollapsed?: boolean }) {
  return (
    <div className="shrink-0 pt-1.5">
      <Link
        to="/"
        className={classNames(
          'flex h-14 items-center gap-2.5 font-bold font-head text-ink text-title tracking-tight no-underline',
          isCollapsed ? 'justify-center' : 'px-6',
        )}
      >
        <LPlate className="size-7 shrink-0" />
        <span className={isCollapsed ? 'unseen' : undefined}>{texts.kerbside}</span>
      </Link>
    </div>
  );
}
