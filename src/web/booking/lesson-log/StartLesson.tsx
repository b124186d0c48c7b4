import { type FormEvent, useState } from 'react';
import { startEarlyMinutes } from '#rules/lessons/lesson-life.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/lessonLog.ts';
import { useNow } from '../../platform/ground/use-now.ts';
import { fieldCodeFor, fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatStart, localDateOf } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useStarting } from './lesson-log.ts';
import { useRunningLesson } from './use-running-lesson.ts';

type StartLessonProps = {
  lesson: string;
  learnerName: string;
  /** An own learner without an account has no code. */
  hasCode: boolean;
};

/**
 * The start of a confirmed lesson, from its day on: before that it says from when. Its whole day has the form, as a device without a network
 * keeps the day's lessons to be started, and its clock may be some minutes off.
 */
export function StartWhenDue({ start, zone, ...rest }: StartLessonProps & { start: string; zone: string | undefined }) {
  const nowMs = useNow();
  const from = new Date(Date.parse(start) - startEarlyMinutes * 60_000);
  const isDue = nowMs >= from.getTime() || localDateOf(start, zone) === localDateOf(new Date(nowMs), zone);
  if (isDue) return <StartLesson {...rest} />;
  return (
    <section className="card grid gap-2 p-5" aria-labelledby="start-heading">
      <h2 id="start-heading" className="text-title">
        {texts.startTheLesson}
      </h2>
      <p className="figures">{texts.canBeStartedFrom({ from: formatStart(from, zone) })}</p>
    </section>
  );
}

/** The instructor begins a confirmed lesson: the learner's four digits, and that the provisional licence was seen. */
function StartLesson({ lesson, learnerName, hasCode }: StartLessonProps) {
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
      <h2 id="start-heading" className="text-title">
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
          className="figures max-w-32 text-center text-heading tracking-[0.2em]"
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
      <Button type="submit" className="min-h-12 text-body" isBusy={starting.isPending} busyText={texts.starting}>
        {texts.start}
      </Button>
    </form>
  );
}
