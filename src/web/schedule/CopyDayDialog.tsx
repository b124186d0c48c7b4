import { type FormEvent, useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { messageFor } from '../session/message-for.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogBar } from '../ui/Dialog.tsx';
import { formatSeries } from '../ui/format-list.ts';
import { weekdayName } from '../ui/format-time.ts';
import { Notice } from '../ui/Notice.tsx';
import { SelectField } from '../ui/Select.tsx';
import { weekdays } from '../ui/weekdays.ts';
import type { Range } from './calendar-day.ts';
import { rangeText } from './DayColumn.tsx';
import { AlsoOn } from './HoursParts.tsx';
import type { AvailabilityRule } from './use-availability.ts';
import { useCopyDay } from './use-copy-day.ts';
import { copyDay, type DayCopy, windowsOf } from './window-changes.ts';

type CopyDayDialogProps = { instructor: string; rules: readonly AvailabilityRule[]; onClose: () => void };

/** Gives other days of the week all hours of one of them, after showing what becomes of each. */
export function CopyDayDialog({ instructor, rules, onClose }: CopyDayDialogProps) {
  const open = weekdays.filter(({ weekday }) => windowsOf(rules, weekday).length > 0);
  const [from, setFrom] = useState(() => open[0]?.weekday ?? 1);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [hasNone, setHasNone] = useState(false);
  const { copy, isBusy, error } = useCopyDay(instructor, rules, onClose);
  const copies = weekdays
    .filter(({ weekday }) => weekday !== from && chosen.includes(weekday))
    .map(({ weekday }) => copyDay(rules, from, weekday));
  const changed = copies.filter(({ isSame }) => !isSame);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasNone(changed.length === 0);
    if (changed.length > 0 && !isBusy) copy(from, changed);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.copyADay}
      description={texts.copyingADayMeans}
    >
      <form method="post" onSubmit={submit} className="grid gap-4" noValidate>
        <SelectField
          label={texts.copyFrom}
          options={open.map(({ weekday, name }) => ({
            value: String(weekday),
            label: texts.dayWithHours({ day: name, hours: hoursText(windowsOf(rules, weekday)) }),
          }))}
          value={String(from)}
          onChange={(value) => setFrom(Number(value))}
        />
        <AlsoOn legend={texts.copyTo} weekday={from} chosen={chosen} onChange={setChosen} />
        <Preview copies={copies} />
        {hasNone && changed.length === 0 && <Notice kind="failure">{texts.chooseDaysToCopyTo}</Notice>}
        {error !== undefined && <Notice kind="failure">{messageFor(error, texts.chosenIsKept)}</Notice>}
        <DialogBar>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={isBusy} busyText={texts.saving}>
            {texts.copyHours}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}

/** What each chosen day has now, and what it has then. */
function Preview({ copies }: { copies: readonly DayCopy[] }) {
  return (
    <ul aria-label={texts.whatChanges} aria-live="polite" className="figures">
      {copies.map(({ weekday, before, after, isSame }) => (
        <li key={weekday} className="border-line border-t py-2">
          <b className="font-semibold">{weekdayName(weekday)}</b>{' '}
          {isSame
            ? texts.hasTheseHoursAlready
            : texts.hoursBecome({ before: hoursText(before), after: hoursText(after) })}
        </li>
      ))}
    </ul>
  );
}

const hoursText = (windows: readonly Range[]) =>
  windows.length > 0 ? formatSeries(windows.map(rangeText)) : texts.closed;
