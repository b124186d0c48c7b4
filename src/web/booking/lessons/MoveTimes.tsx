import { useState } from 'react';
import { stepHours } from '#rules/cancellation/cancellation-terms.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/moving.ts';
import type { Slot } from '#wire/booking.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { ActionSide } from '../../platform/records/action-lesson.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { useLesson } from '../../platform/records/use-lessons.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { DialogBar } from '../../platform/ui/Dialog.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatLessonTime, formatStart, localDateOf } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { DayStrip } from '../times/DayStrip.tsx';
import { DayTimes } from '../times/DayTimes.tsx';
import { dayToShow, groupByDay } from '../times/slot-days.ts';
import { moveRefusal } from './move-refusal.ts';
import { hasTerms, useTermsAfterMove } from './use-cancelling.ts';
import { useIsAsked } from './use-is-asked.ts';
import { movingDays, useMoving, useMovingSlots } from './use-moving.ts';

type MoveTimesProps = { lessonId: string; side: ActionSide; onDone: () => void };

/** The free times that a lesson can move to, by day; a chosen one takes their place and is taken, or proposed, by one more press. */
export function MoveTimes({ lessonId, side, onDone }: MoveTimesProps) {
  const { data: lesson } = useLesson(lessonId);
  const policy = usePolicy();
  const [page, setPage] = useState(0);
  const [date, setDate] = useState<string>();
  const [chosen, setChosen] = useState<Slot>();
  const slots = useMovingSlots(lesson, page);
  if (slots.isError) {
    return <ErrorState title={texts.timesNotLoaded} detail={texts.nothingMoved} onRetry={() => void slots.refetch()} />;
  }
  if (!lesson || !slots.data) {
    return (
      <AfterDelay what={texts.freeTimes}>
        <Skeleton className="h-48 w-full" />
      </AfterDelay>
    );
  }
  const zone = lesson.expand?.instructor?.timezone || undefined;
  if (chosen) {
    const onBack = () => setChosen(undefined);
    return <Chosen lesson={lesson} side={side} slot={chosen} zone={zone} onBack={onBack} onDone={onDone} />;
  }
  const answer = formatUnit(policy.rescheduleAnswerHours, 'hour');
  const days = groupByDay(slots.data.items, localDateOf(new Date(slots.fromMs), zone), movingDays);
  const shown = dayToShow(days, date);
  const turn = (to: number) => {
    setPage(to);
    setDate(undefined);
  };
  return (
    <div className="grid gap-4">
      <p className="text-note text-soft">
        {texts.whatMovingMeans({ hours: stepHours(lesson, policy)[0] ?? 0, answer })}
      </p>
      {shown ? <DayStrip days={days} shown={shown.date} onChange={setDate} /> : <p>{texts.noFreeTimes}</p>}
      {shown && <DayTimes day={shown} zone={zone} own={[]} onChoose={setChosen} />}
      <div className="flex gap-1">
        {page > 0 && (
          <Button variant="quiet" onClick={() => turn(page - 1)}>
            {texts.earlierDays}
          </Button>
        )}
        {page === 0 && (
          <Button variant="quiet" onClick={() => turn(page + 1)}>
            {texts.laterDays}
          </Button>
        )}
      </div>
    </div>
  );
}

type ChosenProps = {
  lesson: Lesson;
  side: ActionSide;
  slot: Slot;
  zone: string | undefined;
  onBack: () => void;
  onDone: () => void;
};

/** In the place of the times: beside them it would cover some, and a phone has no room for both. */
function Chosen({ lesson, side, slot, zone, onBack, onDone }: ChosenProps) {
  const tell = useTelling();
  const moving = useMoving(lesson.id);
  const when = formatLessonTime(slot.start, slot.end, zone);
  const isAsked = useIsAsked(lesson, side, slot.start);
  const move = () =>
    tell(moving.mutateAsync(slot.start, { onSuccess: onDone }), {
      done: ({ status }) => (status === 'done' ? texts.movedTo({ when }) : texts.askedFor({ when })),
    });
  return (
    <div className="grid gap-4">
      <p>
        {texts.fromOldTime({ when: formatLessonTime(lesson.start, lesson.end, zone) })}
        <br />
        <b className="font-semibold">{texts.toNewTime({ when })}</b>
      </p>
      {side === 'learner' && <TermsAfterMove lesson={lesson.id} start={slot.start} zone={zone} />}
      {moving.isError && <Notice kind="failure">{moveRefusal(moving.error, side)}</Notice>}
      <DialogBar>
        <Button variant="secondary" disabled={moving.isPending} onClick={onBack}>
          {texts.chooseFromFreeTimes}
        </Button>
        <Button isBusy={moving.isPending} busyText={texts.moving} onClick={move}>
          {isAsked ? texts.askForThisTime : texts.moveHere}
        </Button>
      </DialogBar>
    </div>
  );
}

/** Until when the learner could cancel for nothing after the move: a time that is near may be past that at once. */
function TermsAfterMove({ lesson, start, zone }: { lesson: string; start: string; zone: string | undefined }) {
  const { data: terms } = useTermsAfterMove(lesson, start);
  if (!terms || !hasTerms(terms)) return null;
  const isFree = !terms.isLate && terms.until !== null;
  return (
    <p className="figures text-note text-soft">
      {isFree ? texts.freeAfterMove({ until: formatStart(terms.until ?? '', zone) }) : texts.notFreeAfterMove}
    </p>
  );
}
