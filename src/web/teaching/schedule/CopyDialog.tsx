import { type FormEvent, type ReactNode, useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { formatSeries } from '../../platform/ui/format-list.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import type { Range } from './calendar-day.ts';
import { rangeText } from './DayColumn.tsx';
import type { useCopying } from './use-copying.ts';
import type { HoursCopy } from './window-changes.ts';

type CopyDialogProps = {
  title: string;
  description: string;
  /** What becomes of each day that is chosen, with its name. */
  copies: ReadonlyArray<HoursCopy & { name: string }>;
  /** What is said where nothing that is chosen would change. */
  nothingChanges: string;
  copying: ReturnType<typeof useCopying>;
  onCopy: () => void;
  onClose: () => void;
  /** The fields by which it is chosen. */
  children: ReactNode;
};

/** Asks what open hours are copied to, and shows what becomes of each day before it is done. */
export function CopyDialog({ title, description, copies, nothingChanges, copying, ...dialog }: CopyDialogProps) {
  const [isTried, setIsTried] = useState(false);
  const isEmpty = copies.every(({ isSame }) => isSame);
  const { isBusy, error } = copying;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isEmpty && !isBusy) dialog.onCopy();
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && dialog.onClose()} title={title} description={description}>
      <form method="post" onSubmit={submit} className="grid gap-4" noValidate>
        {dialog.children}
        <ul aria-label={texts.whatChanges} aria-live="polite" className="figures">
          {copies.map(({ name, before, after, isSame }) => (
            <li key={name} className="border-line border-t py-2">
              <b className="font-semibold">{name}</b>{' '}
              {isSame
                ? texts.hasTheseHoursAlready
                : texts.hoursBecome({ before: hoursText(before), after: hoursText(after) })}
            </li>
          ))}
        </ul>
        {isTried && isEmpty && <Notice kind="failure">{nothingChanges}</Notice>}
        {error !== undefined && <Notice kind="failure">{messageFor(error, texts.chosenIsKept)}</Notice>}
        <DialogBar>
          <Button variant="secondary" onClick={dialog.onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={isBusy} busyText={texts.saving}>
            {texts.copyHours}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}

/** Open hours of a day in a line. */
export function hoursText(windows: readonly Range[]): string {
  return windows.length > 0 ? formatSeries(windows.map(rangeText)) : texts.closed;
}
