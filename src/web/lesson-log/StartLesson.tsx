import { type FormEvent, useState } from 'react';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/lessonLog.ts';
import { fieldCodeFor, fieldMessageFor, messageFor } from '../session/message-for.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useStarting } from './lesson-log.ts';
import { useRunningLesson } from './use-running-lesson.ts';

type StartLessonProps = {
  lesson: string;
  learnerName: string;
  /** An own learner without an account has no code. */
  hasCode: boolean;
};

/** The instructor begins a confirmed lesson: the learner's four digits, and that the provisional licence was seen. */
export function StartLesson({ lesson, learnerName, hasCode }: StartLessonProps) {
  const [code, setCode] = useState('');
  const [pdlSeen, setPdlSeen] = useState(false);
  const [missing, setMissing] = useState<string>();
  const starting = useStarting(lesson);
  const { data: running } = useRunningLesson(fieldCodeFor(starting.error, 'lesson') === 'already_running');
  const refused = starting.error ? fieldMessageFor(starting.error, 'code') : undefined;
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (starting.isPending) return;
    const wrong = !hasCode || code.length === 4 ? undefined : texts.startCodeDigits;
    setMissing(wrong);
    if (wrong) document.getElementsByName('startCode')[0]?.focus();
    else starting.mutate({ code, pdlSeen });
  };
  return (
    <form onSubmit={start} noValidate method="post" className="card grid gap-4 p-5" aria-labelledby="start-heading">
      <h2 id="start-heading" className="text-xl">
        {texts.startTheLesson}
      </h2>
      {hasCode && (
        <TextField
          label={texts.startCode}
          hint={texts.whereTheCodeIs({ learnerName })}
          name="startCode"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          className="figures max-w-32 text-center text-2xl tracking-[0.2em]"
          value={code}
          onChange={(event) => {
            setCode(event.target.value.replace(/\D/g, '').slice(0, 4));
            setMissing(undefined);
            starting.reset();
          }}
          error={missing ?? refused}
        />
      )}
      <Checkbox
        label={texts.iHaveSeenTheProvisional}
        checked={pdlSeen}
        onChange={(event) => setPdlSeen(event.target.checked)}
      />
      {starting.isError && !refused && (
        <Notice kind="failure">
          <p>{fieldMessageFor(starting.error, 'lesson') ?? messageFor(starting.error, texts.lessonNotStarted)}</p>
          {running && (
            <LinkButton variant="secondary" className="mt-3 min-h-12" to={lessonPath(running.id)}>
              {texts.toThatLesson}
            </LinkButton>
          )}
        </Notice>
      )}
      <Button type="submit" className="min-h-12 text-md" isBusy={starting.isPending} busyText={texts.starting}>
        {texts.start}
      </Button>
    </form>
  );
}
