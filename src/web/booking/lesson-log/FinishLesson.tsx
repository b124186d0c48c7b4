import { type FormEvent, useState } from 'react';
import { mockTestFailsAt } from '#rules/lessons/mock-test.ts';
import { skills } from '#rules/lessons/skills.ts';
import * as texts from '#texts/lessonLog.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { TextAreaField, TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { type LessonLog, useEarlierLevels, useLogging } from './lesson-log.ts';
import { arePoints, draftOf, emptyDraft, keepLogDraft, type LogDraft, mockTestOf, readLogDraft } from './log-draft.ts';
import { MockTestScorer } from './MockTestScorer.tsx';
import { SkillLevels } from './SkillLevels.tsx';

type FinishLessonProps = {
  lesson: { id: string; learner: string; instructor: string };
  /** What was sent before, when it is put right. */
  sent?: LessonLog;
  onDone?: () => void;
};

/** The instructor finishes a lesson: levels for what was practised, notes, and a mock test's points when there was one. */
export function FinishLesson({ lesson, sent, onDone }: FinishLessonProps) {
  const tell = useTelling();
  const [draft, setDraft] = useState<LogDraft>(() =>
    sent ? draftOf(sent) : (readLogDraft(localStorage, lesson.id) ?? emptyDraft),
  );
  const [isTried, setTried] = useState(false);
  const earlier = useEarlierLevels(lesson);
  const logging = useLogging(lesson.id, sent);
  const change = (part: Partial<LogDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (!sent) keepLogDraft(localStorage, lesson.id, next);
  };
  const { levels, notes, points } = draft;
  const finish = (event: FormEvent) => {
    event.preventDefault();
    if (logging.isPending) return;
    setTried(true);
    if (draft.faults.length === 0 && !arePoints(points)) return document.getElementsByName('points')[0]?.focus();
    tell(logging.mutateAsync(logOf(draft), { onSuccess: () => onDone?.() }), {
      done: () => {
        keepLogDraft(localStorage, lesson.id, undefined);
        return sent ? texts.logChanged : texts.lessonFinished;
      },
    });
  };
  return (
    <form onSubmit={finish} noValidate method="post" className="card grid gap-4 p-5" aria-labelledby="finish-heading">
      <h2 id="finish-heading" className="text-title">
        {sent ? texts.changeWhatWasPractised : texts.finishTheLesson}
      </h2>
      <SkillLevels
        skills={skills}
        levels={levels}
        earlier={earlier.data ?? {}}
        onChange={(skill, level) => change({ levels: { ...levels, [skill]: level } })}
      />
      <TextAreaField
        label={texts.notesForTheLearner}
        isOptional
        maxLength={4000}
        value={notes}
        onChange={(event) => change({ notes: event.target.value })}
      />
      <MockTestScorer faults={draft.faults} onChange={(faults) => change({ faults })} />
      {draft.faults.length === 0 && <TypedPoints draft={draft} isTried={isTried} onChange={change} />}
      {logging.isError && (
        <Notice kind="failure">
          <p>{fieldMessageFor(logging.error, 'lesson') ?? messageFor(logging.error, texts.logNotSent)}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="min-h-12 grow text-body" isBusy={logging.isPending} busyText={texts.finishing}>
          {sent ? texts.saveChanges : texts.finish}
        </Button>
        {sent && (
          <Button variant="quiet" onClick={onDone}>
            {texts.leaveItAsItIs}
          </Button>
        )}
      </div>
    </form>
  );
}

type TypedPointsProps = { draft: LogDraft; isTried: boolean; onChange: (part: Partial<LogDraft>) => void };

/** The points of a mock test that was marked on paper. */
function TypedPoints({ draft, isTried, onChange }: TypedPointsProps) {
  const { points, failedAtOnce } = draft;
  const isFailed = mockTestOf(draft)?.failed ?? false;
  return (
    <>
      <TextField
        label={texts.pointsInAMockTest}
        isOptional
        hint={texts.passPointsPointsOrMoreIs({ passPoints: mockTestFailsAt })}
        name="points"
        inputMode="numeric"
        className="figures max-w-28"
        value={points}
        error={isTried && !arePoints(points) ? texts.pointsAreWhole : undefined}
        onChange={(event) => onChange({ points: event.target.value })}
      />
      {points !== '' && arePoints(points) && (
        <>
          <Checkbox
            label={texts.thereWasAnImmediateFailure}
            checked={failedAtOnce}
            onChange={(event) => onChange({ failedAtOnce: event.target.checked })}
          />
          <p role="status" className={isFailed ? 'font-semibold text-red' : 'font-semibold text-green'}>
            {isFailed ? texts.mockTestFailed : texts.mockTestPassed}
          </p>
        </>
      )}
    </>
  );
}

function logOf(draft: LogDraft) {
  const practised = Object.entries(draft.levels).filter(([, level]) => level > 0);
  return {
    skills: practised.map(([skill, level]) => ({ skill, level })),
    notes: draft.notes.trim(),
    mockTest: mockTestOf(draft),
  };
}
