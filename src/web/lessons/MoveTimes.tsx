import { useState } from 'react';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/moving.ts';
import { usePolicy } from '../app/use-policy.ts';
import { DayStrip } from '../booking/DayStrip.tsx';
import { DayTimes } from '../booking/DayTimes.tsx';
import { refusalFor } from '../booking/refusal-sentences.ts';
import { dayToShow, groupByDay, type Slot } from '../booking/slot-days.ts';
import { refusedFields } from '../session/server-errors.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatLessonTime, localDateOf } from '../ui/format-time.ts';
import { Notice } from '../ui/Notice.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { useToast } from '../ui/Toasts.tsx';
import type { Lesson } from './lesson-record.ts';
import { useLesson } from './use-lessons.ts';
import { movingDays, useMoving, useMovingSlots } from './use-moving.ts';

/** The free times that a lesson can move to, by day; a chosen one is taken, or proposed, by one more press. */
export function MoveTimes({ lessonId, onDone }: { lessonId: string; onDone: () => void }) {
  const { data: lesson } = useLesson(lessonId);
  const { rescheduleAnswerHours } = usePolicy();
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
  const answer = formatUnit(rescheduleAnswerHours, 'hour');
  const days = groupByDay(slots.data.items, localDateOf(new Date(slots.fromMs), zone), movingDays);
  const shown = dayToShow(days, date);
  const turn = (to: number) => {
    setPage(to);
    setDate(undefined);
    setChosen(undefined);
  };
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">{texts.whatMovingMeans({ hours: lesson.cancellationHours, answer })}</p>
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
      {chosen && <Chosen key={chosen.start} lesson={lesson} slot={chosen} zone={zone} onDone={onDone} />}
    </div>
  );
}

type ChosenProps = { lesson: Lesson; slot: Slot; zone: string | undefined; onDone: () => void };

function Chosen({ lesson, slot, zone, onDone }: ChosenProps) {
  const toast = useToast();
  const moving = useMoving(lesson.id);
  const when = formatLessonTime(slot.start, slot.end, zone);
  const move = () =>
    moving.mutate(slot.start, {
      onSuccess: ({ status }) => {
        toast({ text: status === 'done' ? texts.movedTo({ when }) : texts.askedFor({ when }) });
        onDone();
      },
    });
  return (
    <div className="sticky bottom-0 grid gap-3 border-line border-t bg-surface pt-4">
      <p>
        {texts.fromOldTime({ when: formatLessonTime(lesson.start, lesson.end, zone) })}
        <br />
        <b className="font-semibold">{texts.toNewTime({ when })}</b>
      </p>
      {moving.isError && <Notice kind="failure">{refusalSentence(moving.error)}</Notice>}
      <Button isBusy={moving.isPending} busyText={texts.moving} onClick={move}>
        {texts.moveHere}
      </Button>
    </div>
  );
}

function refusalSentence(error: unknown): string {
  const [field] = refusedFields(error);
  if (!field) return texts.notMovedTryAgain;
  return refusalFor(field.code)?.sentence ?? field.message;
}
