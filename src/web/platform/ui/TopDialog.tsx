import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFocusReturn } from './use-focus-return.ts';

type TopDialogProps = {
  /** Names the window; not seen. */
  title: string;
  onClose: () => void;
  /** Asked when the window has closed: false when the focus belongs elsewhere by then, such as on the page that was gone to. */
  givesFocusBack: () => boolean;
  children: ReactNode;
};

/** A window at the top of the page, where the keyboard of a phone leaves it in sight. Escape and a tap beside it close it. */
export function TopDialog({ title, onClose, givesFocusBack, children }: TopDialogProps) {
  const focus = useFocusReturn();
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="layer-fade fixed inset-0 z-40 bg-[#0b12106b]" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (givesFocusBack()) focus.giveBack();
          }}
          className="layer-rise fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-[38rem] flex-col overflow-hidden rounded-lg border border-line bg-surface sm:top-[10dvh] sm:max-h-[76dvh]"
        >
          <Primitive.Title className="unseen">{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
