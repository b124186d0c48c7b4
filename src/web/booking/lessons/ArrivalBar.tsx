import { useState } from 'react';
import { arriveFromMs } from '#rules/absences/arrive.ts';
import { lostMinutes, madeUpUntil } from '#rules/absences/late-arrival.ts';
import { mayReportNoShow } from '#rules/absences/no-show.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/moving.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { ActionLesson, ActionSide } from '../../platform/records/action-lesson.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { formatClock } from '../../platform/ui/format-time.ts';
import { type Side, useArrivals, useSaying } from './use-absences.ts';

/** "I'm here" for both sides around the start, and, when the other side has not come, what to do about it, also when the lesson is over. */
export function ArrivalBar({ lesson, side }: { lesson: ActionLesson; side: ActionSide }) {
  const nowMs = useNow();
  // By the policies in force; the server goes by the lesson's own.
  const policy = usePolicy();
  const [startMs, endMs] = [Date.parse(lesson.start), Date.parse(lesson.end)];
  if (lesson.status !== 'confirmed' || side === 'admin') return null;
  const canMiss = mayReportNoShow({ startMs, endMs, priceCents: 0 }, nowMs, policy).ok;
  if (nowMs >= endMs) return canMiss ? <SayMissing lesson={lesson} side={side} isOver /> : null;
  return nowMs >= arriveFromMs(startMs) ? <Meeting lesson={lesson} side={side} canMiss={canMiss} /> : null;
}

type MeetingProps = { lesson: ActionLesson; side: Side; canMiss: boolean };

function Meeting({ lesson, side, canMiss }: MeetingProps) {
  const tell = useTelling();
  const arrivals = useArrivals(lesson.id, true);
  const arriving = useSaying(lesson.id, 'arrivals');
  const stampOf = (of: Side) => arrivals.data?.find((arrival) => arrival.side === of)?.created;
  const [own, other] = [stampOf(side), stampOf(side === 'learner' ? 'instructor' : 'learner')];
  const arrive = () =>
    tell(arriving.mutateAsync({ lesson: lesson.id }), {
      failed: (error) => refusedFields(error)[0]?.message || texts.notSaid,
    });
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
      {side === 'instructor' && own && other && <MakeUp lesson={lesson} own={own} other={other} />}
      {canMiss && <SayMissing lesson={lesson} side={side} isOver={false} />}
    </>
  );
}

/** What a late instructor has to make up, and until when to finish the lesson for that to count. */
function MakeUp({ lesson, own, other }: { lesson: ActionLesson; own: string; other: string }) {
  const times = { startMs: Date.parse(lesson.start), endMs: Date.parse(lesson.end) };
  const beganMs = Date.parse(own);
  const minutes = lostMinutes(times, { beganMs, endedMs: times.endMs });
  if (minutes === 0 || Date.parse(other) > beganMs) return null;
  const until = formatClock(new Date(madeUpUntil(times, { beganMs })).toISOString(), undefined);
  return <p className="w-full">{texts.makeUpForBeingLate({ minutes, until })}</p>;
}

function SayMissing({ lesson, side, isOver }: Omit<MeetingProps, 'canMiss'> & { isOver: boolean }) {
  const tell = useTelling();
  const contest = formatUnit(usePolicy().contestHours, 'hour');
  const [isAsking, setAsking] = useState(false);
  const missing = useSaying(lesson.id, 'no_shows');
  const isLearner = side === 'learner';
  const words = isOver ? overWords : meetingWords;
  const title = isLearner ? words.instructor : words.learner;
  const say = () =>
    tell(missing.mutateAsync({ lesson: lesson.id }, { onSettled: () => setAsking(false) }), {
      failed: (error) => refusedFields(error)[0]?.message || texts.notSaid,
    });
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {title}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={title}
        description={isLearner ? texts.instructorMissingMeans({ contest }) : texts.learnerMissingMeans({ contest })}
        confirmLabel={words.confirm}
        cancelLabel={words.leave}
        isHarmful
        isBusy={missing.isPending}
        onConfirm={say}
      />
    </>
  );
}

const meetingWords = {
  instructor: texts.instructorIsNotHere,
  learner: texts.learnerIsNotHere,
  confirm: texts.sayMissing,
  leave: texts.waitOn,
};
const overWords = {
  instructor: texts.instructorWasNotHere,
  learner: texts.learnerWasNotHere,
  confirm: texts.sayWasMissing,
  leave: texts.sayNothing,
};
