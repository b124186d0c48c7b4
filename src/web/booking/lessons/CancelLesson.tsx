import { type FormEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { mayLeaveFree } from '#rules/absences/late-arrival.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/cancelLesson.ts';
import type { CancellationPreviewAnswer } from '#wire/cancelling.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { ActionLesson, ActionSide } from '../../platform/records/action-lesson.ts';
import { isToCome, type LessonStatus } from '../../platform/records/lesson-record.ts';
import { wayWords } from '../../platform/records/refund-ways.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextAreaField } from '../../platform/ui/Field.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { countdownOf } from '../holding/hold-countdown.ts';
import { RefundChoice, type RefundTo } from './RefundChoice.tsx';
import { useArrivals } from './use-absences.ts';
import { useCancellationPreview, useCancelling } from './use-cancelling.ts';

/** A learner lets a hold go, too; an instructor declines what was only asked for. */
function isCancellable({ status, end }: ActionLesson, side: ActionSide): boolean {
  if (Date.parse(end) <= currentTime().getTime()) return false;
  if (side === 'instructor') return status === 'confirmed';
  return isToCome(status as LessonStatus) || (side === 'learner' && status === 'held');
}

/** Calls a lesson off, from its ticket or page: says first what that comes to and why, then asks. */
export function CancelLesson({ lesson, side }: { lesson: ActionLesson; side: ActionSide }) {
  const [isOpen, setOpen] = useState(false);
  if (!isCancellable(lesson, side) && !isOpen) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {lesson.status === 'held' ? texts.letTheTimeGo : texts.cancelTheLesson}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={lesson.status === 'held' ? texts.letThisTimeGo : texts.cancelThisLesson}
      >
        <Asking lesson={lesson} side={side} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type AskingProps = { lesson: ActionLesson; side: ActionSide; onDone: () => void };

function Asking({ lesson, side, onDone }: AskingProps) {
  const preview = useCancellationPreview(lesson.id);
  // Here, so that it lives as long as the window does.
  const cancelling = useCancelling(lesson.id);
  const refusal = preview.error && fieldMessageFor(preview.error, 'lesson');
  if (refusal) return <Notice kind="attention">{refusal}</Notice>;
  return (
    <WhenRead read={preview} what={texts.theSums} notLoaded={texts.sumsNotLoaded} skeleton="h-40 w-full">
      {preview.data && (
        <Confirming
          lesson={lesson}
          side={side}
          preview={preview.data}
          cancelling={cancelling}
          onOver={() => void preview.refetch()}
          onDone={onDone}
        />
      )}
    </WhenRead>
  );
}

type ConfirmingProps = AskingProps & {
  preview: CancellationPreviewAnswer;
  cancelling: ReturnType<typeof useCancelling>;
  onOver: () => void;
};

function Confirming({ lesson, side, preview, cancelling, onOver, onDone }: ConfirmingProps) {
  const tell = useTelling();
  const navigate = useNavigate();
  const form = useId();
  const [reason, setReason] = useState('');
  const [excuse, setExcuse] = useState(noExcuse);
  const [chosen, setChosen] = useState<RefundTo>('');
  // What can't be chosen any more, as when the sums changed meanwhile, is not.
  const refundTo = preview.mayBeCredit ? chosen : '';
  const [isMissing, setMissing] = useState(false);
  const needsReason = side !== 'learner';
  const cancel = (event: FormEvent) => {
    event.preventDefault();
    if (cancelling.isPending) return;
    setMissing(needsReason && reason.trim() === '');
    if (needsReason && reason.trim() === '') return document.getElementsByName('reason')[0]?.focus();
    const body = { reason: reason.trim(), excuse: excuse === noExcuse ? '' : excuse, refundTo };
    tell(cancelling.mutateAsync(body, { onSuccess: onDone }), {
      done: lesson.status === 'held' ? texts.timeLetGo : texts.cancelledBothAreTold,
      goOn: () => navigate(lessonPath(lesson.id)),
    });
  };
  return (
    <form id={form} onSubmit={cancel} noValidate method="post" className="grid gap-4">
      {side === 'learner' && preview.feeCents > 0 && <InstructorIsLate lesson={lesson} />}
      <Sums preview={preview} side={side} refundTo={refundTo} onOver={onOver} />
      <RefundChoice preview={preview} chosen={refundTo} onChoose={setChosen} />
      {side === 'instructor' && preview.isLate && (
        <SelectField
          label={texts.whyCantYouCome}
          hint={texts.lateCounts}
          options={excuses}
          value={excuse}
          onChange={setExcuse}
        />
      )}
      {lesson.status !== 'held' && (
        <TextAreaField
          label={side === 'learner' ? texts.tellTheInstructorWhy : texts.tellTheLearnerWhy}
          name="reason"
          rows={2}
          maxLength={1000}
          isOptional={!needsReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={isMissing && reason.trim() === '' ? texts.sayWhy : undefined}
        />
      )}
      {cancelling.isError && (
        <Notice kind="failure">
          {fieldMessageFor(cancelling.error, 'lesson') ?? messageFor(cancelling.error, texts.notCancelled)}
        </Notice>
      )}
      <DialogBar>
        <Button variant="secondary" onClick={onDone}>
          {lesson.status === 'held' ? texts.keepTheTime : texts.keepTheLesson}
        </Button>
        <Button type="submit" variant="danger" isBusy={cancelling.isPending} busyText={texts.cancelling}>
          {lesson.status === 'held' ? texts.letTheTimeGo : texts.cancelTheLesson}
        </Button>
      </DialogBar>
    </form>
  );
}

// A list's choice can't be empty.
const noExcuse = '-';
const excuses = [
  { value: noExcuse, label: texts.anotherReason },
  { value: 'illness', label: texts.illness },
  { value: 'breakdown', label: texts.breakdown },
  { value: 'police', label: texts.policeMatter },
];

/** An instructor who is late, and has not said to be there, must not cost the learner anything: that is another button. */
function InstructorIsLate({ lesson }: { lesson: ActionLesson }) {
  const policy = usePolicy();
  const nowMs = useNow();
  const startMs = Date.parse(lesson.start);
  const isOn = lesson.status === 'confirmed' && nowMs > startMs;
  const arrivals = useArrivals(lesson.id, isOn);
  const arrived = arrivals.data?.find(({ side }) => side === 'instructor')?.created;
  const instructorMs = arrived === undefined ? undefined : Date.parse(arrived);
  // Said to whoever did not say in time to be there, too: to them cancelling would cost all of it.
  const stamps = { learnerMs: startMs, instructorMs };
  if (!isOn || !arrivals.data || !mayLeaveFree({ startMs }, { nowMs, ...stamps }, policy)) return null;
  return <Notice kind="attention">{texts.instructorIsLate}</Notice>;
}

type SumsProps = { preview: CancellationPreviewAnswer; side: ActionSide; refundTo: RefundTo; onOver: () => void };

function Sums({ preview, side, refundTo, onOver }: SumsProps) {
  const { refundCents, keptBackCents, creditCents, feeCents, instructorCents, ways, reason, until } = preview;
  const refund = formatMoney(refundCents + keptBackCents);
  const where = refundTo === 'credit' ? texts.asCredit : wayWords(ways, refundCents);
  const isFree = refundCents === 0 && feeCents === 0;
  const isCreditOnly = refundCents === 0 && creditCents > 0;
  return (
    <div className="grid gap-2">
      {!isFree && side === 'learner' && !isCreditOnly && (
        <p className="figures font-semibold text-title">
          {refundCents > 0 ? texts.youGetBack({ refund, ways: where }) : texts.youGetNothingBack}
        </p>
      )}
      {side === 'learner' && keptBackCents > 0 && (
        <p className="figures">{texts.keptComesBack({ amount: formatMoney(keptBackCents) })}</p>
      )}
      {!isFree && side !== 'learner' && (
        <p className="figures font-semibold text-title">{texts.learnerGetsBack({ refund })}</p>
      )}
      {creditCents > 0 && (
        <p className={`figures font-semibold ${isCreditOnly ? 'text-title' : ''}`}>
          {side === 'learner'
            ? texts.youGetCredit({ credit: formatMoney(creditCents) })
            : texts.learnerGetsCredit({ credit: formatMoney(creditCents) })}
        </p>
      )}
      {side === 'instructor' && instructorCents < 0 && (
        <p className="figures">{texts.comesFromYourEarnings({ amount: formatMoney(-instructorCents) })}</p>
      )}
      <p className="text-soft">{reason}</p>
      {until && <Until until={until} onOver={onOver} />}
    </div>
  );
}

const soonMs = 3_600_000;

/** Until when the sums stay as they are; the last hour counts down, and then they are read anew. */
function Until({ until, onOver }: { until: string; onOver: () => void }) {
  const nowMs = useNow();
  const msLeft = Date.parse(until) - nowMs;
  const isOver = msLeft < 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the time is over.
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  if (msLeft > soonMs)
    return <p className="figures text-note text-soft">{texts.staysSoUntil({ until: formatStart(until) })}</p>;
  return (
    <p className="figures rounded border border-amber-line bg-amber-tint px-3 py-2 text-note">
      {texts.changesIn({ time: countdownOf(until, nowMs).text })}
    </p>
  );
}
