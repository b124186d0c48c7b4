import { useState } from 'react';
import { arriveFromMs } from '#rules/absences/arrive.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/moving.ts';
import { usePolicy } from '../app/use-policy.ts';
import { useNow } from '../booking/use-now.ts';
import { refusedFields } from '../session/server-errors.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { formatClock } from '../ui/format-time.ts';
import { useToast } from '../ui/Toasts.tsx';
import type { ActionLesson, ActionSide } from './LessonActions.tsx';
import { type Side, useArrivals, useSaying } from './use-absences.ts';

/** "I'm here" for both sides around the start, and, when the other side has not come, what to do about it. */
export function ArrivalBar({ lesson, side }: { lesson: ActionLesson; side: ActionSide }) {
  const nowMs = useNow();
  // By the policies in force; the server goes by the lesson's own.
  const waitMs = usePolicy().noShowAfterMinutes * 60_000;
  const [startMs, endMs] = [Date.parse(lesson.start), Date.parse(lesson.end)];
  const isMeeting = lesson.status === 'confirmed' && nowMs >= arriveFromMs(startMs) && nowMs < endMs;
  if (!isMeeting || side === 'admin') return null;
  return <Meeting lesson={lesson} side={side} canMiss={nowMs >= startMs + waitMs} />;
}

type MeetingProps = { lesson: ActionLesson; side: Side; canMiss: boolean };

function Meeting({ lesson, side, canMiss }: MeetingProps) {
  const toast = useToast();
  const arrivals = useArrivals(lesson.id, true);
  const arriving = useSaying(lesson.id, 'arrivals');
  const stampOf = (of: Side) => arrivals.data?.find((arrival) => arrival.side === of)?.created;
  const [own, other] = [stampOf(side), stampOf(side === 'learner' ? 'instructor' : 'learner')];
  const arrive = () =>
    arriving.mutate(
      { lesson: lesson.id },
      { onError: (error) => toast({ isFailure: true, text: refusedFields(error)[0]?.message || texts.notSaid }) },
    );
  return (
    <>
      {own ? (
        <p className="w-full">{texts.youAreHereSince({ time: formatClock(own, undefined) })}</p>
      ) : (
        <Button isBusy={arriving.isPending} busyText={texts.saying} onClick={arrive}>
          {texts.iAmHere}
        </Button>
      )}
      {other && (
        <p className="w-full">
          {side === 'learner'
            ? texts.instructorIsHereSince({ time: formatClock(other, undefined) })
            : texts.learnerIsHereSince({ time: formatClock(other, undefined) })}
        </p>
      )}
      {canMiss && <SayMissing lesson={lesson} side={side} />}
    </>
  );
}

function SayMissing({ lesson, side }: Omit<MeetingProps, 'canMiss'>) {
  const toast = useToast();
  const contest = formatUnit(usePolicy().contestHours, 'hour');
  const [isAsking, setAsking] = useState(false);
  const missing = useSaying(lesson.id, 'no_shows');
  const isLearner = side === 'learner';
  const say = () =>
    missing.mutate(
      { lesson: lesson.id },
      {
        onError: (error) => toast({ isFailure: true, text: refusedFields(error)[0]?.message || texts.notSaid }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {isLearner ? texts.instructorIsNotHere : texts.learnerIsNotHere}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={isLearner ? texts.instructorIsNotHere : texts.learnerIsNotHere}
        description={isLearner ? texts.instructorMissingMeans({ contest }) : texts.learnerMissingMeans({ contest })}
        confirmLabel={texts.sayMissing}
        cancelLabel={texts.waitOn}
        isHarmful
        isBusy={missing.isPending}
        onConfirm={say}
      />
    </>
  );
}
