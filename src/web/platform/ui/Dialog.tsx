import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import * as texts from '#texts/ui.ts';
import { Button, IconButton } from './Button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  /** What the dialog is about, read out when it opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons at the bottom, the main one last. */
  actions?: ReactNode;
};

const overlay = 'layer-fade fixed inset-0 z-40 bg-[#0b12106b]';

/** A window over the page that keeps the keyboard inside and gives the focus back. On a phone it rises from the bottom edge. */
export function Dialog({ isOpen, onOpenChange, title, description, children, actions }: DialogProps) {
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={isOpen} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlay} />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          className="layer-rise fixed inset-x-0 bottom-0 z-50 m-auto max-h-[calc(100dvh-5.5rem)] w-full overflow-y-auto rounded-t-lg border border-line bg-surface p-5 sm:bottom-auto sm:top-[10dvh] sm:max-h-[80dvh] sm:w-[min(32rem,calc(100vw-2rem))] sm:rounded-lg sm:p-6"
        >
          <div className="flex items-start justify-between gap-4">
            <Primitive.Title className="pt-1.5 text-title">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={texts.close} className="-mr-2 -mt-1">
                <X size={20} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </Primitive.Close>
          </div>
          {description && <Primitive.Description className="mt-2 text-soft">{description}</Primitive.Description>}
          {children && <div className="mt-4">{children}</div>}
          {actions && <DialogBar>{actions}</DialogBar>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The buttons of a window, the main one last: at its end, and in sight however long it is. For a form's own, inside the form. */
export function DialogBar({ children }: { children: ReactNode }) {
  return <div className="dialog-bar z-10 flex flex-wrap justify-end gap-3 bg-surface">{children}</div>;
}

type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** What happens and what it costs. */
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isHarmful?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
};

/** Asks before something that is hard to take back: says what happens and what it costs, then waits for one of two answers. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = texts.keepIt,
  isHarmful,
  isBusy,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={isHarmful ? 'danger' : 'primary'} isBusy={isBusy ?? false} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
