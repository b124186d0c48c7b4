import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#texts/cancelLesson.ts';
import { usePolicy } from '../app/use-policy.ts';
import { messageFor } from '../session/message-for.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { formatStart } from '../ui/format-time.ts';
import { inline } from '../ui/inline.ts';
import { useToast } from '../ui/Toasts.tsx';
import type { ActionSide } from './LessonActions.tsx';
import { type Cancellation, useCancellation, useWaiving } from './use-cancelling.ts';

type CancellationCardProps = { lesson: { id: string; status: string; instructor: string }; side: ActionSide };

/** What a cancellation came to, for whoever looks: by whom and why, what came back and what it cost, and what comes next. */
export function CancellationCard({ lesson, side }: CancellationCardProps) {
  const { data } = useCancellation(lesson.id, lesson.status.startsWith('cancelled_'));
  if (!data) return null;
  const { refundCents, creditCents, feeCents, returnedCents, reason, created, cancelledBy } = data;
  const rows: Array<[string, string]> = [
    [texts.when, formatStart(created)],
    [texts.reason, reason],
    [texts.sentBack, refundCents > 0 ? formatMoney(refundCents) : ''],
    [texts.addedToCredit, creditCents > 0 ? formatMoney(creditCents) : ''],
    [texts.fee, feeCents > 0 && !data.usesMercyPass ? formatMoney(feeCents) : ''],
    [returnedLabel(data), returnedCents > 0 ? formatMoney(returnedCents) : ''],
  ];
  return (
    <section aria-labelledby="cancellation" className="card mt-6 p-5">
      <h2 id="cancellation" className="text-xl">
        {cancelledBy === side ? texts.youCancelled : headings[cancelledBy]}
      </h2>
      <dl className="figures mt-3 grid grid-cols-[9rem_1fr] gap-x-4 gap-y-1.5">
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
      </dl>
      <Next cancellation={data} side={side} />
      {side === 'learner' && (
        <LinkButton className="mt-4" variant="secondary" to={`/dashboard/book-lesson?instructor=${lesson.instructor}`}>
          {texts.bookAnotherTime}
        </LinkButton>
      )}
    </section>
  );
}

const headings = {
  learner: texts.theLearnerCancelled,
  instructor: texts.theInstructorCancelled,
  admin: texts.kerbsideCancelled,
};

function returnedLabel({ isWaived }: Cancellation): string {
  return isWaived ? texts.waived : texts.timeWasTaken;
}

function Next({ cancellation, side }: { cancellation: Cancellation; side: ActionSide }) {
  const { feeCents, returnedCents, usesMercyPass, creditCents, refundCents, isWaived } = cancellation;
  const policy = usePolicy();
  const isCharged = feeCents > returnedCents && !usesMercyPass && !isWaived;
  if (side !== 'learner') return isCharged ? <WaiveFee cancellation={cancellation} /> : null;
  return (
    <div className="mt-3 grid gap-1 text-sm text-soft">
      {refundCents > 0 && <p>{texts.bankShowsIt({ days: policy.refundWorkingDays })}</p>}
      {creditCents > 0 && (
        <p>{inline(texts.creditIsThere({ link: (text) => <Link to="/dashboard/credit">{text}</Link> }))}</p>
      )}
      {isCharged && <p>{texts.ifTheTimeIsTaken}</p>}
    </div>
  );
}

function WaiveFee({ cancellation }: { cancellation: Cancellation }) {
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const waiving = useWaiving(cancellation.lesson);
  const amount = formatMoney(cancellation.feeCents - cancellation.returnedCents);
  // By its promise: once waived, this part of the page is gone before the callbacks of a press would run.
  const waive = () =>
    waiving
      .mutateAsync()
      .then(() => toast({ text: texts.waivedAndTold({ amount }) }))
      .catch((error: unknown) =>
        toast({ isFailure: true, text: messageFor(error, texts.notWaived) ?? texts.notWaived }),
      )
      .finally(() => setAsking(false));
  return (
    <div className="mt-4">
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {texts.waiveTheFee}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={texts.waiveTheFeeOf({ amount })}
        description={texts.waivingMeans({ amount })}
        confirmLabel={texts.waiveTheFee}
        cancelLabel={texts.notNow}
        isBusy={waiving.isPending}
        onConfirm={() => void waive()}
      />
    </div>
  );
}
