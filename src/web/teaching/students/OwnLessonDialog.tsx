import { type FormEvent, useState } from 'react';
import { handStepMinutes } from '#rules/availability/own-hand.ts';
import * as texts from '#texts/students.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { newRecordId } from '../../platform/ground/record-id.ts';
import { useInstructor } from '../../platform/records/use-lessons.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatClock, formatLessonTime, formatMinutes, localDateOf } from '../../platform/ui/format-time.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { nextFullHour } from '../../platform/ui/next-full-hour.ts';
import { SelectField } from '../../platform/ui/Select.tsx';
import { clockOfMinute, minuteOfClock } from '../../platform/ui/wall-minutes.ts';
import { useStudentChanges } from './use-student.ts';

type OwnLessonDialogProps = {
  instructor: string;
  zone: string;
  /** Whom the lesson may be for; one: it is theirs. */
  learners: ReadonlyArray<{ id: string; name: string }>;
  date: string;
  onClose: () => void;
};

/** Writes a lesson of an own learner into the diary: it stands at once, and is paid to the instructor. */
export function OwnLessonDialog({ instructor, zone, learners, date, onClose }: OwnLessonDialogProps) {
  const tell = useTelling();
  const lengths = useInstructor(instructor).data?.lessonMinutes ?? [];
  // A create that is sent again must not make a second lesson.
  const [id] = useState(() => newRecordId());
  const [values, setValues] = useState(() => {
    const now = currentTime();
    const today = { date: localDateOf(now, zone), minute: minuteOfClock(formatClock(now, zone)) ?? 0 };
    const time = clockOfMinute(nextFullHour(date, today));
    return { ownLearner: learners[0]?.id ?? '', date, time, pickup: '' };
  });
  const [minutes, setMinutes] = useState<number>();
  const { book } = useStudentChanges();
  const durationMinutes = minutes ?? lengths[0] ?? 60;
  const set = (name: 'date' | 'time' | 'pickup') => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  const minute = minuteOfClock(values.time);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (book.isPending || minute === undefined || values.date === '') return;
    const start = instantOfWall(values.date, minute, zone);
    const end = new Date(Date.parse(start) + durationMinutes * 60_000).toISOString();
    const lesson = {
      id,
      instructor,
      ownLearner: values.ownLearner,
      start,
      durationMinutes,
      pickup: values.pickup.trim(),
    };
    tell(book.mutateAsync(lesson, { onSuccess: onClose }), {
      done: texts.lessonWrittenDown({ when: formatLessonTime(start, end, zone) }),
    });
  };
  const { error } = book;
  const refused = (field: string) => (error ? fieldMessageFor(error, field) : undefined);
  const isSaidAtField = ['ownLearner', 'start', 'durationMinutes'].some((field) => refused(field) !== undefined);
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={texts.bookOwnLesson}
      description={texts.ownLessonMeans}
    >
      <form method="post" onSubmit={submit} className="grid gap-4 text-body" noValidate>
        {learners.length > 1 && (
          <SelectField
            label={texts.student}
            options={learners.map((learner) => ({ value: learner.id, label: learner.name }))}
            value={values.ownLearner}
            error={refused('ownLearner')}
            onChange={(ownLearner) => setValues({ ...values, ownLearner })}
          />
        )}
        <div className="grid grid-cols-[1.4fr_1fr] items-start gap-4">
          <TextField label={texts.day} type="date" max="2999-12-31" error={refused('start')} {...set('date')} />
          <TextField label={texts.startsAt} type="time" step={handStepMinutes * 60} {...set('time')} />
        </div>
        <SelectField
          label={texts.length}
          options={lengths.map((length) => ({ value: String(length), label: formatMinutes(length) }))}
          value={String(durationMinutes)}
          error={refused('durationMinutes')}
          onChange={(length) => setMinutes(Number(length))}
        />
        <TextField label={texts.pickUp} isOptional maxLength={300} autoComplete="off" {...set('pickup')} />
        {error && !isSaidAtField && (
          <Notice kind="failure">{refused('instructor') ?? messageFor(error, texts.notSaved)}</Notice>
        )}
        <DialogBar>
          <Button type="submit" className="min-h-12 text-body" isBusy={book.isPending} busyText={texts.saving}>
            {texts.book}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}
