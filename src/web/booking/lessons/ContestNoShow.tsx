import { useState } from 'react';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import * as texts from '#texts/moving.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import type { ActionLesson, ActionSide } from '../../platform/records/action-lesson.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import { TextAreaField } from '../../platform/ui/Field.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { useNoShow, useSaying } from './use-absences.ts';

/** The side that is said to have missed a lesson says otherwise, within 24 hours. */
export function ContestNoShow({ lesson, side }: { lesson: ActionLesson; side: ActionSide }) {
  const isMissed = isLesson('missed', lesson.status);
  const { data: noShow } = useNoShow(lesson.id, isMissed);
  const nowMs = useNow();
  const tell = useTelling();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const contesting = useSaying(lesson.id, 'no_show_contests');
  if (!isMissed || !noShow || noShow.missing !== side || nowMs > Date.parse(noShow.contestBy)) return null;
  // It can be contested once: what staff decided of it stands.
  if (noShow.expand?.no_show_contests_via_noShow?.length) return null;
  const contest = () =>
    tell(contesting.mutateAsync({ noShow: noShow.id, text }, { onSuccess: () => setOpen(false) }), {
      done: texts.contested,
      failed: (error) => refusedFields(error)[0]?.message || texts.notSaid,
    });
  return (
    <>
      <p className="w-full">{texts.saidMissing({ until: formatStart(noShow.contestBy, undefined) })}</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {texts.iWasThere}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={texts.iWasThere}
        description={texts.contestMeans}
        actions={
          <Button
            disabled={text.trim() === ''}
            isBusy={contesting.isPending}
            busyText={texts.sending}
            onClick={contest}
          >
            {texts.sendTheContest}
          </Button>
        }
      >
        <TextAreaField label={texts.whatHappened} value={text} onChange={(event) => setText(event.target.value)} />
      </Dialog>
    </>
  );
}
