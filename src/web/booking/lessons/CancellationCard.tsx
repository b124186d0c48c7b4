import { type ReactNode, useState } from 'react';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/cancelLesson.ts';
import { MoneyLink } from '../../money/entries/MoneyLink.tsx';
import { currentTime } from '../../platform/ground/clock.ts';
import type { ActionSide } from '../../platform/records/action-lesson.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import { OutcomeCard } from '../../platform/ui/OutcomeCard.tsx';
import { Alternatives } from '../holding/Alternatives.tsx';
import { type Cancellation, useCancellation, useWaiving } from './use-cancelling.ts';
import { usePayNowToCredit } from './use-paid-payment.ts';
import { WhereItGoes } from './WhereItGoes.tsx';

type CancelledLesson = { id: string; status: string; instructor: string; start: string; durationMinutes: number };
type CancellationCardProps = { lesson: CancelledLesson; side: ActionSide };

/** What a cancellation came to, for whoever looks: by whom and why, what came back and what it cost, and what comes next. */
export function CancellationCard({ lesson, side }: CancellationCardProps) {
  const { data } = useCancellation(lesson.id, lesson.status.startsWith('cancelled_'));
  const isChosen = data?.refundTo === 'credit';
  const payNowCents = usePayNowToCredit(lesson.id, isChosen ? 0 : (data?.refundCents ?? 0));
  if (!data) return null;
  const { refundCents, keptBackCents, creditCents, feeCents, returnedCents, reason, created, cancelledBy } = data;
  const toCreditCents = isChosen ? refundCents : payNowCents;
  const money = (cents: number) => cents > 0 && <MoneyLink cents={cents} of="lesson" id={lesson.id} />;
  const rows: Array<[string, ReactNode]> = [
    [texts.when, formatStart(created)],
    [texts.reason, reason],
    [texts.sentBack, money(refundCents + keptBackCents - toCreditCents)],
    [texts.addedToCredit, money(creditCents + toCreditCents)],
    [texts.fee, !data.usesMercyPass && money(feeCents)],
    [returnedLabel(data), money(returnedCents)],
  ];
  return (
    <OutcomeCard
      id="cancellation"
      title={cancelledBy === side ? texts.youCancelled : headings[cancelledBy]}
      rows={rows}
    >
      <Next cancellation={data} side={side} toCreditCents={toCreditCents} />
      {side === 'learner' && (
        <LinkButton className="mt-4" variant="secondary" to={bookingPath({ instructor: lesson.instructor })}>
          {texts.bookAnotherTime}
        </LinkButton>
      )}
      {side === 'learner' && <Others lesson={lesson} />}
    </OutcomeCard>
  );
}

/** Who else could teach at the time that is free again for the learner, while it is still to come. */
function Others({ lesson: { instructor, start, durationMinutes } }: { lesson: CancelledLesson }) {
  const startMs = Date.parse(start);
  if (startMs <= currentTime().getTime()) return null;
  return <Alternatives wanted={{ instructor, start: new Date(startMs).toISOString(), durationMinutes }} isTaken />;
}

const headings = {
  learner: texts.theLearnerCancelled,
  instructor: texts.theInstructorCancelled,
  admin: texts.kerbsideCancelled,
};

function returnedLabel({ isWaived }: Cancellation): string {
  return isWaived ? texts.waived : texts.timeWasTaken;
}

type NextProps = { cancellation: Cancellation; side: ActionSide; toCreditCents: number };

function Next({ cancellation, side, toCreditCents }: NextProps) {
  const { feeCents, returnedCents, usesMercyPass, creditCents, refundCents, refundTo, isWaived } = cancellation;
  const isCharged = feeCents > returnedCents && !usesMercyPass && !isWaived;
  if (side !== 'learner') return isCharged ? <WaiveFee cancellation={cancellation} /> : null;
  return (
    <div className="mt-3 grid gap-1 text-note text-soft">
      <WhereItGoes
        lesson={cancellation.lesson}
        sums={{ refundCents, creditCents, toCreditCents, returnedCents }}
        isChosen={refundTo === 'credit'}
      />
      {isCharged && <p>{texts.ifTheTimeIsTaken}</p>}
    </div>
  );
}

function WaiveFee({ cancellation }: { cancellation: Cancellation }) {
  const tell = useTelling();
  const [isAsking, setAsking] = useState(false);
  const waiving = useWaiving(cancellation.lesson);
  const amount = formatMoney(cancellation.feeCents - cancellation.returnedCents);
  const waive = () =>
    tell(waiving.mutateAsync(undefined, { onSettled: () => setAsking(false) }), {
      done: texts.waivedAndTold({ amount }),
      failed: (error) => messageFor(error, texts.notWaived) ?? texts.notWaived,
    });
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
        onConfirm={waive}
      />
    </div>
  );
}
