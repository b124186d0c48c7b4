import { type FormEvent, useState } from 'react';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/Select.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { useChangeAvailability } from './use-availability.ts';
import { minuteOfClock } from './wall-minutes.ts';
import { weekdays } from './weekdays.ts';

const days = weekdays.map(({ weekday, name }) => ({ value: String(weekday), label: name }));

/** Opens hours on a day of the week. */
export function AddHours({ instructor }: { instructor: string }) {
  const toast = useToast();
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
      setWrong('The end must be after the start, on the same day.');
      return;
    }
    setWrong(undefined);
    add.mutate(
      { weekday, startMinute, endMinute },
      {
        onSuccess: () =>
          toast({ text: `${weekdays.find((day) => day.weekday === weekday)?.name} ${from} to ${to} opened` }),
        onError: (error) =>
          setWrong(
            fieldMessageFor(error, 'endMinute') ?? messageFor(error, 'The hours could not be saved. Try again.'),
          ),
      },
    );
  };
  return (
    <form onSubmit={submit} className="lane-top mt-5 grid gap-4 pt-5 sm:grid-cols-[1.3fr_1fr_1fr]" noValidate>
      <SelectField label="Day" options={days} value={String(weekday)} onChange={(value) => setWeekday(Number(value))} />
      <TextField label="From" type="time" step={900} value={from} onChange={(event) => setFrom(event.target.value)} />
      <TextField
        label="To"
        type="time"
        step={900}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={wrong}
      />
      <Button
        type="submit"
        className="min-h-12 sm:col-span-3 sm:justify-self-start"
        isBusy={add.isPending}
        busyText="Opening…"
      >
        Open these hours
      </Button>
    </form>
  );
}
