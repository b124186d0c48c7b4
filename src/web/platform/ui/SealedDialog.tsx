import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, type SyntheticEvent, useLayoutEffect } from 'react';
import { useFocusReturn } from './use-focus-return.ts';

type SealedDialogProps = { title: string; description: ReactNode; children: ReactNode };

const keep = (event: SyntheticEvent) => event.stopPropagation();

/**
 * A window that hides the page until what it asks for is done: neither Escape nor a tap beside it closes it, or anything that lies below it. The
 * focus goes back afterwards.
 */
export function SealedDialog({ title, description, children }: SealedDialogProps) {
  const focus = useFocusReturn();
  useEscapeKept();
  return (
    <Primitive.Root open>
      <Primitive.Portal>
        <Primitive.Overlay onPointerDown={keep} className="layer-fade fixed inset-0 z-60 bg-paper" />
        <Primitive.Content
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focus.giveBack();
          }}
          className="layer-rise card fixed inset-x-3 top-3 z-60 mx-auto max-h-[calc(100dvh-1.5rem)] max-w-[28rem] overflow-y-auto sm:top-[12dvh]"
        >
          <div className="kerb" aria-hidden />
          <div className="grid gap-5 p-5 sm:p-7">
            <div>
              <Primitive.Title className="text-heading">{title}</Primitive.Title>
              <Primitive.Description className="mt-1.5 text-soft">{description}</Primitive.Description>
            </div>
            {children}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * A window below learns that it is no longer the topmost some moments after this one is seen: until then Escape and a tap would close it, with all
 * that was typed there. So they end here.
 */
function useEscapeKept(): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, []);
}
