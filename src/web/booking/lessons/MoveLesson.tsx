import { useState } from 'react';
import * as texts from '#texts/moving.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import type { ActionLesson, ActionSide } from '../../platform/records/action-lesson.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import { MoveProposal } from './MoveProposal.tsx';
import { MoveTimes } from './MoveTimes.tsx';
import { useProposal } from './use-moving.ts';

/** Moves a confirmed lesson that has not begun, or shows the proposal for another time that waits. */
export function MoveLesson({ lesson, side }: { lesson: ActionLesson; side: ActionSide }) {
  const [isOpen, setOpen] = useState(false);
  const isConfirmed = lesson.status === 'confirmed';
  const { data: proposal } = useProposal(lesson.id, isConfirmed);
  const nowMs = useNow();
  if (!isConfirmed || nowMs >= Date.parse(lesson.start)) return null;
  if (proposal) return <MoveProposal proposal={proposal} side={side} />;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {texts.moveTheLesson}
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={texts.moveTheLesson} description={texts.chooseAnotherTime}>
        <MoveTimes lessonId={lesson.id} side={side} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
