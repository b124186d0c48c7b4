import * as texts from '#texts/moving.ts';
import type { ActionSide } from '../records/action-lesson.ts';
import { useLesson } from '../records/use-lessons.ts';
import { refusedFields } from '../session/server-errors.ts';
import { useTelling } from '../session/use-telling.ts';
import { Button } from '../ui/Button.tsx';
import { formatStart } from '../ui/format-time.ts';
import { Notice } from '../ui/Notice.tsx';
import { type Reschedule, useAnsweringProposal } from './use-moving.ts';

/** A proposal for another time that waits: the other side accepts or refuses it, everybody sees until when. */
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
  const answer = (status: 'accepted' | 'refused') =>
    tell(answering.mutateAsync({ id: proposal.id, status }), {
      done: status === 'accepted' ? texts.movedTo({ when: words.to }) : texts.refusedIt,
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
    </Notice>
  );
}
