import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

type MenuProps = {
  trigger: ReactNode;
  label?: string;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom' | 'right';
  children: ReactNode;
};

/** A menu that opens from one button (`trigger`). Its children are MenuItem, MenuLink, MenuHeading and MenuLine. */
export function Menu({ trigger, label, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={6}
          {...(label ? { 'aria-label': label } : {})}
          // Closed is gone at once: one that is opened again while it fades would be open without the focus.
          className="card layer-rise data-[state=closed]:animate-none z-50 min-w-52 p-1 shadow-card"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-ink no-underline outline-none data-[highlighted]:bg-tint data-[disabled]:opacity-60';

type MenuItemProps = { onSelect: () => void; isHarmful?: boolean; isDisabled?: boolean; children: ReactNode };

/** An action in a menu. */
export function MenuItem({ onSelect, isHarmful = false, isDisabled = false, children }: MenuItemProps) {
  return (
    <Primitive.Item
      onSelect={(event) => {
        focusButtonOf(event.target);
        onSelect();
      }}
      disabled={isDisabled}
      className={classNames(itemClass, isHarmful && 'text-red')}
    >
      {children}
    </Primitive.Item>
  );
}

// The menu gives the focus back only after it is gone. A window that its item opens may come before that, and gives the focus back to where it finds it.
function focusButtonOf(item: EventTarget | null): void {
  const menu = item instanceof Element ? item.closest('[role="menu"]') : null;
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')?.focus({ preventScroll: true });
}

/** A way to another page in a menu. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Primitive.Item asChild>
      <Link to={to} className={itemClass}>
        {children}
      </Link>
    </Primitive.Item>
  );
}

/** A line of text above a group of items. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-3 py-2 text-note text-soft">{children}</Primitive.Label>;
}

/** A line between groups of items. */
export function MenuLine() {
  return <Primitive.Separator className="my-1 border-t border-line" />;
}
