import { closesAt } from '#rules/payouts/plan-payout.ts';
import * as texts from '#texts/lessonLog.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatStart } from '../../platform/ui/format-time.ts';
import { useConfirming } from './lesson-log.ts';

type ConfirmLessonProps = {
  lesson: { id: string; end: string; status: string; expand?: { instructor?: { name: string; timezone: string } } };
};

/** The learner says, too, that a lesson was given, which closes it at once; nobody has to. */
export function ConfirmLesson({ lesson: { id, end, status, expand } }: ConfirmLessonProps) {
  const policy = usePolicy();
  const tell = useTelling();
  const confirming = useConfirming(id);
  if (status !== 'completed') return null;
  const { name = texts.yourInstructor, timezone } = expand?.instructor ?? {};
  const closes = new Date(closesAt(Date.parse(end), policy));
  const confirm = () =>
    tell(confirming.mutateAsync(), {
      done: texts.lessonConfirmed,
      failed: (error) => fieldMessageFor(error, 'lesson') ?? texts.notConfirmed,
    });
  return (
    <section aria-labelledby="confirm-heading" className="card mt-6 p-5 print:hidden">
      <h2 id="confirm-heading" className="text-title">
        {texts.confirmTheLesson}
      </h2>
      <p className="mt-1 mb-4 text-soft text-note">
        {texts.confirmingMeans({ instructorName: name, until: formatStart(closes, timezone || undefined) })}
      </p>
      <Button variant="secondary" isBusy={confirming.isPending} busyText={texts.confirming} onClick={confirm}>
        {texts.itWasGiven}
      </Button>
    </section>
  );
}
