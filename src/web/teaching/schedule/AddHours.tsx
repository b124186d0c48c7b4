import { type FormEvent, useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { minuteOfClock } from '../../platform/ui/wall-minutes.ts';
import { weekdays } from '../../platform/ui/weekdays.ts';
import { useChangeAvailability } from './use-availability.ts';

const days = weekdays.map(({ weekday, name }) => ({ value: String(weekday), label: name }));

/** Opens hours on a day of the week. */
export function AddHours({ instructor }: { instructor: string }) {
  const tell = useTelling();
  const { add } = useChangeAvailability(instructor);
  const [weekday, setWeekday] = useState(1);
  const [from, setFrom] = useState('09:00');
  const [to, setTo] = useState('18:00');
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const startMinute = minuteOfClock(from);
    const endMinute = minuteOfClock(to, true);
    if (startMinute === undefined || endMinute === undefined || endMinute <= startMinute) {
      setWrong(texts.theEndMustBeAfter);
      return;
    }
    setWrong(undefined);
    const onError = (error: unknown) => setWrong(fieldMessageFor(error, 'endMinute'));
    const name = weekdays.find((day) => day.weekday === weekday)?.name ?? '';
    tell(add.mutateAsync({ weekday, startMinute, endMinute }, { onError }), {
      done: texts.nameFromToToOpened({ name, from, to }),
    });
  };
  return (
    <form onSubmit={submit} className="lane-top mt-5 grid gap-4 pt-5 sm:grid-cols-[1.3fr_1fr_1fr]" noValidate>
      <SelectField
        label={texts.day}
        options={days}
        value={String(weekday)}
        onChange={(value) => setWeekday(Number(value))}
      />
      <TextField
        label={texts.from}
        type="time"
        step={900}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label={texts.to}
        type="time"
        step={900}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={wrong}
      />
      {add.error && !wrong && (
        <Notice kind="failure" className="sm:col-span-3">
          {messageFor(add.error, texts.hoursNotSaved)}
        </Notice>
      )}
      <Button type="submit" className="sm:col-span-3 sm:mr-auto" isBusy={add.isPending} busyText={texts.opening}>
        {texts.openTheseHours}
      </Button>
    </form>
  );
}
