import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/moving.ts';
import { MoveTimes } from '../../booking/lessons/MoveTimes.tsx';
import { moveRefusal } from '../../booking/lessons/move-refusal.ts';
import { useIsAsked } from '../../booking/lessons/use-is-asked.ts';
import { countMoves, type Reschedule, useMoving } from '../../booking/lessons/use-moving.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { formatLessonTime } from '../../platform/ui/format-time.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import type { LessonMove } from './lesson-drag.ts';

type MoveLessonDialogProps = {
  move: LessonMove;
  zone: string;
  nameOf: (learner: string) => string;
  onClose: () => void;
};

/** A lesson was put elsewhere in the calendar: says what moving it there comes to, and asks. */
export function MoveLessonDialog({ move, zone, nameOf, onClose }: MoveLessonDialogProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { lesson } = move;
  const name = nameOf(lesson.learner || lesson.ownLearner);
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={texts.moveLessonOf({ name })}>
      {isChoosing ? (
        <MoveTimes lessonId={lesson.id} side="instructor" onDone={onClose} />
      ) : (
        <Confirm move={move} zone={zone} onChoose={() => setChoosing(true)} onDone={onClose} />
      )}
    </Dialog>
  );
}

type ConfirmProps = { move: LessonMove; zone: string; onChoose: () => void; onDone: () => void };

function Confirm({ move: { lesson, date, range }, zone, onChoose, onDone }: ConfirmProps) {
  const tell = useTelling();
  const moving = useMoving(lesson.id);
  const start = instantOfWall(date, range.startMinute, zone);
  const when = formatLessonTime(start, instantOfWall(date, range.endMinute, zone), zone);
  const isAsked = useIsAsked(lesson, 'instructor', start);
  const outcome = useOutcome(lesson.learner, isAsked);
  const isPast = Date.parse(start) <= currentTime().getTime();
  const { maxReschedules } = usePolicy();
  const done = ({ status, movesDone }: Reschedule & { movesDone: number }) => {
    const failed = (error: unknown) => moveRefusal(error, 'instructor');
    const back = () => tell(moving.mutateAsync(lesson.start), { failed });
    // Putting it back is a move as well: not offered where it would be one too many.
    const undo = movesDone + 2 <= maxReschedules ? { undo: back } : {};
    return status === 'done' ? { text: texts.movedTo({ when }), ...undo } : texts.askedFor({ when });
  };
  const move = useMutation({
    mutationFn: async () => {
      // Where it can't be known, there is no way back to offer.
      const movesDone = await countMoves(lesson.id).catch(() => Number.POSITIVE_INFINITY);
      return { ...(await moving.mutateAsync(start)), movesDone };
    },
  });
  return (
    <div className="grid gap-4">
      <p>
        {texts.fromOldTime({ when: formatLessonTime(lesson.start, lesson.end, zone) })}
        <br />
        <b className="font-semibold">{texts.toNewTime({ when })}</b>
      </p>
      {isPast ? <Notice kind="failure">{texts.notIntoThePast}</Notice> : <p>{outcome}</p>}
      {move.isError && <Notice kind="failure">{moveRefusal(move.error, 'instructor')}</Notice>}
      <DialogBar>
        <Button variant="quiet" className="mr-auto" onClick={onChoose}>
          {texts.chooseFromFreeTimes}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {texts.leaveIt}
        </Button>
        {!isPast && (
          <Button
            isBusy={move.isPending}
            busyText={texts.moving}
            onClick={() => tell(move.mutateAsync(undefined, { onSuccess: onDone }), { done })}
          >
            {isAsked ? texts.askForThisTime : texts.moveHere}
          </Button>
        )}
      </DialogBar>
    </div>
  );
}

/** What moving comes to, in a sentence: at once, or only when the learner agrees (domain rule 9). */
function useOutcome(learner: string, isAsked: boolean): string {
  const { rescheduleAnswerHours } = usePolicy();
  if (learner === '') return texts.ownLessonMoves;
  return isAsked ? texts.learnerIsAsked({ answer: formatUnit(rescheduleAnswerHours, 'hour') }) : texts.movesAtOnce;
}
