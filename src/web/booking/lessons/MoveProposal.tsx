import * as texts from '#texts/moving.ts';
import type { ActionSide } from '../../platform/records/action-lesson.ts';
import { useLesson } from '../../platform/records/use-lessons.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { type Reschedule, useAnsweringProposal } from './use-moving.ts';

/** A proposal for another time that waits: the other side accepts or refuses it, whoever asked takes it back, everybody sees until when. */
export function MoveProposal({ proposal, side }: { proposal: Reschedule; side: ActionSide }) {
  const tell = useTelling();
  const answering = useAnsweringProposal(proposal.lesson);
  const { data: lesson } = useLesson(proposal.lesson);
  const zone = lesson?.expand?.instructor?.timezone || undefined;
  const [from, to, until] = [proposal.fromStart, proposal.start, proposal.answerBy].map((time) =>
    formatStart(time, zone),
  );
  const words = { from: from ?? '', to: to ?? '', until: until ?? '' };
  const isAsked = side !== 'admin' && side !== proposal.side;
  const done = { accepted: texts.movedTo({ when: words.to }), refused: texts.refusedIt, withdrawn: texts.withdrewIt };
  const answer = (status: keyof typeof done) =>
    tell(answering.mutateAsync({ id: proposal.id, status }), {
      done: done[status],
      failed: (error) => refusedFields(error)[0]?.message || texts.notAnswered,
    });
  return (
    <Notice kind="attention" className="w-full">
      <p>{isAsked ? texts.anotherTimeIsProposed(words) : texts.waitsForAnAnswer(words)}</p>
      {isAsked && (
        <div className="mt-3 flex flex-wrap gap-2.5">
          <Button isBusy={answering.isPending} busyText={texts.answering} onClick={() => answer('accepted')}>
            {texts.acceptTheTime}
          </Button>
          <Button variant="secondary" disabled={answering.isPending} onClick={() => answer('refused')}>
            {texts.refuseTheTime}
          </Button>
        </div>
      )}
      {side === proposal.side && (
        <Button
          variant="secondary"
          className="mt-3"
          isBusy={answering.isPending}
          busyText={texts.answering}
          onClick={() => answer('withdrawn')}
        >
          {texts.withdrawTheMove}
        </Button>
      )}
    </Notice>
  );
}
