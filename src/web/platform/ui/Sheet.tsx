import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import * as texts from '#texts/ui.ts';
import { IconButton } from './Button.tsx';
import { classNames } from './class-names.ts';

type SheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Names the sheet; seen unless `isTitleHidden`. */
  title: string;
  isTitleHidden?: boolean;
  side?: 'left' | 'right';
  /** Width and other classes; 18rem wide without. */
  className?: string;
  children: ReactNode;
};

/** A panel that slides in from the side over the page, modal, closed by Escape, the backdrop or its button. */
export function Sheet({
  isOpen,
  onOpenChange,
  title,
  isTitleHidden = false,
  side = 'left',
  className,
  children,
}: SheetProps) {
  const place = side === 'left' ? 'layer-left left-0 border-r' : 'layer-right right-0 border-l';
  return (
    <Primitive.Root open={isOpen} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="layer-fade fixed inset-0 z-40 bg-[#0b12106b]" />
        <Primitive.Content
          aria-describedby={undefined}
          className={classNames(
            'fixed inset-y-0 z-50 flex max-w-[calc(100vw-3rem)] flex-col overflow-y-auto border-line bg-surface',
            className ?? 'w-[18rem]',
            place,
          )}
        >
          <div className={isTitleHidden ? 'contents' : 'flex items-center justify-between gap-3 px-4 pt-3'}>
            <Primitive.Title className={isTitleHidden ? 'unseen' : 'text-title'}>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={texts.close} className={isTitleHidden ? 'absolute right-1 top-1' : '-mr-2'}>
                <X size={20} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </Primitive.Close>
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
