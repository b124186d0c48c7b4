import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as texts from '#texts/shell.ts';
import type { Lesson } from '../records/lesson-record.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatStart } from '../ui/format-time.ts';
import { type OutboxEntry, readOutbox } from './outbox.ts';
import { outboxNames, sendWaiting } from './use-outbox.ts';

type LeavingDialogProps = { user: string; entries: readonly OutboxEntry[]; leave: () => void; onStay: () => void };

/** Before signing out: sends what waits, and leaves once it is sent; else names what would be lost, and leaves when that is wanted. */
export function LeavingDialog({ user, entries, leave, onStay }: LeavingDialogProps) {
  const queries = useQueryClient();
  const { mutate: send, isPending } = useMutation({
    // Without a network a call would wait until there is one.
    networkMode: 'always',
    mutationFn: () => sendWaiting(user),
    onSettled: () => {
      if (readOutbox(localStorage, user).length === 0) leave();
    },
  });
  useEffect(() => send(), [send]);
  const nameOf = ({ collection, body }: OutboxEntry) => {
    const start = queries.getQueryData<Lesson>(['lesson', body.lesson])?.start;
    return start
      ? texts.deedOfLesson({ deed: outboxNames[collection], start: formatStart(start) })
      : outboxNames[collection];
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onStay}
      title={texts.notSentYet}
      description={isPending ? texts.sendingBeforeLeaving : texts.lostIfYouLeave}
      actions={
        <>
          <Button variant="secondary" onClick={onStay}>
            {texts.staySignedIn}
          </Button>
          <Button variant="secondary" isBusy={isPending} busyText={texts.sending} onClick={() => send()}>
            {texts.tryToSendAgain}
          </Button>
          <Button variant="danger" onClick={leave}>
            {texts.logOutAndLoseThem}
          </Button>
        </>
      }
    >
      <ul className="grid gap-1">
        {entries.map((entry) => (
          <li key={entry.body.id} className="flex gap-2 before:content-['·']">
            {nameOf(entry)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
