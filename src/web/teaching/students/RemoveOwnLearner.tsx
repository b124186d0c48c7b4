import { useState } from 'react';
import { useNavigate } from 'react-router';
import { studentsPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/students.ts';
import type { OwnLearner, StudentAnswer } from '#wire/students.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { useStudentChanges } from './use-student.ts';

type RemoveOwnLearnerProps = { student: StudentAnswer; ownLearner: OwnLearner };

/** Takes an own learner off the list, as long as nothing is written down of them that has to be kept; else says what is kept, and why. */
export function RemoveOwnLearner({ student, ownLearner }: RemoveOwnLearnerProps) {
  const tell = useTelling();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { remove } = useStudentChanges();
  const { id, name } = ownLearner;
  const kept = whatIsKept(student);
  const confirm = () =>
    tell(remove.mutateAsync(id, { onError: () => setAsking(false) }), {
      done: texts.learnerRemoved({ name }),
      failed: (error) => messageFor(error, texts.learnerNotRemoved) ?? texts.learnerNotRemoved,
      goOn: () => navigate(studentsPath, { replace: true }),
    });
  return (
    <section aria-labelledby="remove-learner" className="print:hidden">
      <h2 id="remove-learner" className="mb-2 text-title">
        {texts.removeLearner({ name })}
      </h2>
      {kept ? (
        <p className="text-soft">{kept}</p>
      ) : (
        <>
          <p className="mb-4 text-soft">{texts.removingDeletes}</p>
          <Button variant="secondary" className="min-h-12 text-body" onClick={() => setAsking(true)}>
            {texts.removeLearner({ name })}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={texts.removeLearnerQuestion({ name })}
        description={texts.removingDeletes}
        confirmLabel={texts.remove}
        isHarmful
        isBusy={remove.isPending}
        onConfirm={confirm}
      />
    </section>
  );
}

function whatIsKept({ hasAccount, lessons, payments, learner: { name } }: StudentAnswer): string | undefined {
  if (hasAccount) return texts.joinedStay({ name });
  if (lessons.length > 0) return texts.lessonsStay({ name });
  return payments.length > 0 ? texts.paymentsStay({ name }) : undefined;
}
