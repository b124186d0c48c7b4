import { type FormEvent, useState } from 'react';
import * as texts from '#texts/adminRules.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { useChanging, useRecords, useRemoving } from '../../../platform/desk/use-records.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { fieldMessageFor, formMessageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Checkbox } from '../../../platform/ui/Checkbox.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { formatDate, localDateOf } from '../../../platform/ui/format-time.ts';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { removeWords } from './remove-words.tsx';

type Holiday = { id: string; date: string; name: string; closes: boolean };

/** Public holidays: shown in every calendar; those that close take the day off whoever does not teach on holidays. */
export function HolidaysPage() {
  return (
    <StaffOnly right="rules">
      <Holidays />
    </StaffOnly>
  );
}

function Holidays() {
  const read = useRecords<Holiday>('holidays', 'date');
  const removing = useRemoving('holidays');
  const today = localDateOf(currentTime());
  const all = read.data ?? [];
  const upcoming = all.filter(({ date }) => date >= today);
  const past = all.filter(({ date }) => date < today).reverse();
  const remove = ({ id, date, name, closes }: Holiday) =>
    removing.remove(id, { date, name, closes }, texts.holidayRemoved({ name: name || date }));
  return (
    <div className="grid max-w-[48rem] gap-8">
      <p>{texts.holidaysAbout}</p>
      <AddHoliday />
      <WhenRead read={read} what={texts.holidays} notLoaded={texts.notLoaded}>
        {upcoming.length === 0 && <p className="text-soft">{texts.noHoliday}</p>}
        <HolidayList holidays={upcoming} isBusy={removing.isPending} onRemove={remove} />
        {past.length > 0 && (
          <details>
            <summary className="flex min-h-11 items-center text-green">{texts.pastHolidays}</summary>
            <HolidayList holidays={past} isBusy={removing.isPending} onRemove={remove} />
          </details>
        )}
      </WhenRead>
    </div>
  );
}

type HolidayListProps = { holidays: readonly Holiday[]; isBusy: boolean; onRemove: (holiday: Holiday) => void };

function HolidayList({ holidays, isBusy, onRemove }: HolidayListProps) {
  return (
    <ul className="card">
      {holidays.map((holiday) => (
        <li
          key={holiday.id}
          className="flex items-center justify-between gap-x-4 border-line border-b px-4 py-2 last:border-b-0"
        >
          <span>
            <b className="figures font-semibold">{formatDate(holiday.date)}</b> {holiday.name}{' '}
            {holiday.closes && <Badge tone="amber">{texts.closes}</Badge>}
          </span>
          <Button variant="quiet" className="shrink-0" disabled={isBusy} onClick={() => onRemove(holiday)}>
            {removeWords(holiday.name || formatDate(holiday.date))}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function AddHoliday() {
  const tell = useTelling();
  const changing = useChanging('holidays');
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const [closes, setCloses] = useState(true);
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (changing.isPending || date === '') return;
    const onSuccess = () => {
      setDate('');
      setName('');
      setTried(false);
    };
    const body = { date, name: name.trim(), closes };
    tell(changing.mutateAsync({ body }, { onSuccess }), { done: texts.holidayAdded });
  };
  const failure = changing.isError && formMessageFor(changing.error, texts.notSaved, ['date', 'name']);
  return (
    <form method="post" noValidate onSubmit={submit} aria-label={texts.addAHoliday} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={texts.date}
          type="date"
          value={date}
          onChange={({ target }) => setDate(target.value)}
          error={isTried && date === '' ? texts.chooseADate : fieldMessageFor(changing.error, 'date')}
        />
        <TextField
          label={texts.name}
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={fieldMessageFor(changing.error, 'name')}
        />
      </div>
      <Checkbox label={texts.closesTheDay} checked={closes} onChange={({ target }) => setCloses(target.checked)} />
      {failure && <Notice kind="failure">{failure}</Notice>}
      <Button type="submit" className="justify-self-start" isBusy={changing.isPending}>
        {texts.addAHoliday}
      </Button>
    </form>
  );
}
