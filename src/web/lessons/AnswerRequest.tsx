import { useState } from 'react';
import { refusalIn } from '../session/server-errors.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { useToast } from '../ui/Toasts.tsx';
import { type Decision, useAnswering } from './use-answering.ts';

type AnswerRequestProps = { lesson: { id: string; priceCents: number }; learnerName: string };

/** Accept or decline a lesson that was asked for and paid. Declining says first what it means. */
export function AnswerRequest({ lesson, learnerName }: AnswerRequestProps) {
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const answering = useAnswering(lesson.id);
  const answer = (decision: Decision) =>
    answering.mutate(decision, {
      onSuccess: () =>
        toast({ text: decision === 'accept' ? `Accepted. ${learnerName} has been told.` : 'Declined and paid back.' }),
      onError: (error) =>
        toast({
          isFailure: true,
          text: refusalIn(error)
            ? 'This lesson does not wait for an answer any more.'
            : 'The connection was cut. Nothing has changed: try again.',
        }),
      onSettled: () => setAsking(false),
    });
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button
        className="min-h-12 grow text-md"
        isBusy={answering.isPending}
        busyText="Answering…"
        onClick={() => answer('accept')}
        aria-label={`Accept the lesson with ${learnerName}`}
      >
        Accept
      </Button>
      <Button
        variant="secondary"
        className="min-h-12 grow text-md"
        disabled={answering.isPending}
        onClick={() => setAsking(true)}
        aria-label={`Decline the lesson with ${learnerName}`}
      >
        Decline
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Decline the lesson with ${learnerName}?`}
        description={`${learnerName} gets ${formatMoney(lesson.priceCents)} back in full, and the time is free for others.`}
        confirmLabel="Decline the lesson"
        cancelLabel="Not now"
        isHarmful
        isBusy={answering.isPending}
        onConfirm={() => answer('decline')}
      />
    </div>
  );
}
