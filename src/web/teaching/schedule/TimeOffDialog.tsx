import { type FormEvent, useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatClock, localDateOf } from '../../platform/ui/format-time.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { minuteOfClock } from '../../platform/ui/wall-minutes.ts';
import { LessonsInSpan } from './LessonsInSpan.tsx';
import { type TimeOff, useChangeCalendar } from './use-calendar.ts';

type TimeOffDialogProps = {
  instructor: string;
  zone: string;
  /** The time away that is changed, or the first day of a new one. */
  timeOff: TimeOff | undefined;
  firstDay: string;
  nameOf: (learner: string) => string;
  onClose: () => void;
};

/** Time away from a moment to another: nobody can book in it. Lessons that are booked stay. */
export function TimeOffDialog({ instructor, zone, timeOff, firstDay, nameOf, onClose }: TimeOffDialogProps) {
  const tell = useTelling();
  const [values, setValues] = useState(() => valuesOf(timeOff, firstDay, zone));
  const [wrong, setWrong] = useState<string>();
  const { setTimeOff, removeTimeOff } = useChangeCalendar(instructor);
  const { error } = setTimeOff;
  const span = spanOf(values, zone);
  const set = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (setTimeOff.isPending) return;
    if (!span) return setWrong(texts.endBeforeStart);
    setWrong(undefined);
    const body = { ...span, reason: values.reason.trim(), id: timeOff?.id };
    const putBack = (deed: Promise<unknown>) => tell(deed, { failed: () => texts.thatCouldNotBeSaved });
    tell(setTimeOff.mutateAsync(body, { onSuccess: onClose }), {
      done: ({ id }) => ({
        text: texts.yourTimeAwayIsSaved,
        undo: () => putBack(timeOff ? setTimeOff.mutateAsync(asItWas(timeOff)) : removeTimeOff.mutateAsync({ id })),
      }),
    });
  };
  const remove = () => {
    if (!timeOff) return;
    const undo = () =>
      tell(setTimeOff.mutateAsync({ ...asItWas(timeOff), id: undefined }), {
        failed: () => texts.thatCouldNotBeSaved,
      });
    tell(removeTimeOff.mutateAsync(timeOff, { onSuccess: onClose }), {
      done: { text: texts.yourTimeAwayWasRemoved, undo },
      failed: () => texts.itCouldNotBeRemoved,
    });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={timeOff ? texts.timeAway : texts.takeTimeOff}
      description={texts.timeOffMeans}
    >
      <form method="post" onSubmit={submit} className="grid gap-4" noValidate>
        <div className="grid grid-cols-[1.4fr_1fr] items-start gap-4">
          <TextField label={texts.firstDay} type="date" max="2999-12-31" {...set('firstDay')} />
          <TextField label={texts.from} type="time" step={900} {...set('from')} />
          <TextField
            label={texts.lastDay}
            type="date"
            max="2999-12-31"
            error={wrong ?? (error ? fieldMessageFor(error, 'end') : undefined)}
            {...set('lastDay')}
          />
          <TextField label={texts.to} type="time" step={900} {...set('to')} />
        </div>
        <TextField label={texts.reason} isOptional hint={texts.onlyYouSeeIt} maxLength={500} {...set('reason')} />
        {span && <LessonsInSpan instructor={instructor} zone={zone} span={span} nameOf={nameOf} />}
        {error && <Notice kind="failure">{messageFor(error, texts.typedIsKept)}</Notice>}
        <DialogBar>
          {timeOff && (
            <Button variant="danger" className="mr-auto" isBusy={removeTimeOff.isPending} onClick={remove}>
              {texts.remove}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={setTimeOff.isPending} busyText={texts.saving}>
            {texts.save}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}

type Values = { firstDay: string; from: string; lastDay: string; to: string; reason: string };

function valuesOf(timeOff: TimeOff | undefined, firstDay: string, zone: string): Values {
  if (!timeOff) return { firstDay, from: '00:00', lastDay: firstDay, to: '23:45', reason: '' };
  const { start, end, reason } = timeOff;
  return {
    firstDay: localDateOf(start, zone),
    from: formatClock(start, zone),
    lastDay: localDateOf(end, zone),
    to: formatClock(end, zone),
    reason,
  };
}

function spanOf({ firstDay, from, lastDay, to }: Values, zone: string): { start: string; end: string } | undefined {
  const [first, last] = [minuteOfClock(from), minuteOfClock(to)];
  if (firstDay === '' || lastDay === '' || first === undefined || last === undefined) return undefined;
  const [start, end] = [instantOfWall(firstDay, first, zone), instantOfWall(lastDay, last, zone)];
  return start < end ? { start, end } : undefined;
}

function asItWas({ id, start, end, reason }: TimeOff): Pick<TimeOff, 'id' | 'start' | 'end' | 'reason'> {
  return { id, start, end, reason };
}
