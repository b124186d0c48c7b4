import { useState } from 'react';
import * as texts from '#texts/lessons.ts';
import { refusalIn } from '../../platform/session/server-errors.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { type Decision, useAnswering } from './use-answering.ts';

type AnswerRequestProps = {
  lesson: { id: string; priceCents: number; requestExpiresAt: string | null };
  learnerName: string;
  zone: string | undefined;
};

/** Accept or decline a lesson that was asked for and paid, and until when. Declining says first what it means. */
export function AnswerRequest({ lesson, learnerName, zone }: AnswerRequestProps) {
  const tell = useTelling();
  const [isAsking, setAsking] = useState(false);
  const answering = useAnswering(lesson.id);
  const answer = (decision: Decision) =>
    tell(answering.mutateAsync(decision, { onSettled: () => setAsking(false) }), {
      done: decision === 'accept' ? texts.acceptedLearnerNameHasBeenTold({ learnerName }) : texts.declinedAndPaidBack,
      failed: (error) => (refusalIn(error) ? texts.thisLessonDoesNotWait : texts.theConnectionWasCutNothing),
    });
  return (
    <div className="flex flex-wrap gap-2.5">
      {lesson.requestExpiresAt && (
        <p className="w-full">
          {inline(
            texts.answerUntil({
              b: (text) => <b className="figures font-semibold">{text}</b>,
              until: formatStart(lesson.requestExpiresAt, zone),
            }),
          )}
        </p>
      )}
      <Button
        className="min-h-12 grow text-body"
        isBusy={answering.isPending}
        busyText={texts.answering}
        onClick={() => answer('accept')}
        aria-label={texts.acceptTheLessonWithLearnerName({ learnerName })}
      >
        {texts.accept}
      </Button>
      <Button
        variant="secondary"
        className="min-h-12 grow text-body"
        disabled={answering.isPending}
        onClick={() => setAsking(true)}
        aria-label={texts.declineTheLessonWith({ learnerName })}
      >
        {texts.decline}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={texts.declineTheLessonWithLearnerName({ learnerName })}
        description={texts.declineMeans({ learnerName, price: formatMoney(lesson.priceCents) })}
        confirmLabel={texts.declineTheLesson}
        cancelLabel={texts.notNow}
        isHarmful
        isBusy={answering.isPending}
        onConfirm={() => answer('decline')}
      />
    </div>
  );
}
