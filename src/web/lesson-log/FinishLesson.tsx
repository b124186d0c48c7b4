import { type FormEvent, useState } from 'react';
import { skills } from '#rules/lessons/skills.ts';
import * as texts from '#texts/lessonLog.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { TextAreaField, TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { useLogging } from './lesson-log.ts';
import { SkillLevels } from './SkillLevels.tsx';

const passPoints = 20;

/** The instructor finishes a lesson: levels for what was practised, notes, and a mock test's points when there was one. */
export function FinishLesson({ lesson }: { lesson: string }) {
  const toast = useToast();
  const [levels, setLevels] = useState<Record<string, number>>({});
  const [notes, setNotes] = useState('');
  const [points, setPoints] = useState('');
  const [failedAtOnce, setFailedAtOnce] = useState(false);
  const logging = useLogging(lesson);
  const isFailed = failedAtOnce || Number(points) >= passPoints;
  const finish = (event: FormEvent) => {
    event.preventDefault();
    if (logging.isPending) return;
    const practised = Object.entries(levels).filter(([, level]) => level > 0);
    logging.mutate(
      {
        skills: practised.map(([skill, level]) => ({ skill, level })),
        notes: notes.trim(),
        mockTest: points === '' ? null : { points: Number(points), failed: isFailed },
      },
      { onSuccess: () => toast({ text: texts.lessonFinished }) },
    );
  };
  return (
    <form onSubmit={finish} noValidate method="post" className="card grid gap-4 p-5" aria-labelledby="finish-heading">
      <h2 id="finish-heading" className="text-xl">
        {texts.finishTheLesson}
      </h2>
      <SkillLevels
        skills={skills}
        levels={levels}
        onChange={(skill, level) => setLevels((known) => ({ ...known, [skill]: level }))}
      />
      <TextAreaField
        label={texts.notesForTheLearner}
        isOptional
        maxLength={4000}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      <TextField
        label={texts.pointsInAMockTest}
        isOptional
        hint={texts.passPointsPointsOrMoreIs({ passPoints })}
        inputMode="numeric"
        className="figures max-w-28"
        value={points}
        onChange={(event) => setPoints(event.target.value.replace(/\D/g, '').slice(0, 3))}
      />
      {points !== '' && (
        <>
          <Checkbox
            label={texts.thereWasAnImmediateFailure}
            checked={failedAtOnce}
            onChange={(event) => setFailedAtOnce(event.target.checked)}
          />
          <p role="status" className={isFailed ? 'font-semibold text-red' : 'font-semibold text-green'}>
            {isFailed ? texts.mockTestFailed : texts.mockTestPassed}
          </p>
        </>
      )}
      {logging.isError && (
        <Notice kind="failure">
          <p>{fieldMessageFor(logging.error, 'lesson') ?? messageFor(logging.error, texts.logNotSent)}</p>
        </Notice>
      )}
      <Button type="submit" className="min-h-12 text-md" isBusy={logging.isPending} busyText={texts.finishing}>
        {texts.finish}
      </Button>
    </form>
  );
}
