import { type FormEvent, useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { messageFor } from '../session/message-for.ts';
import { refusedFields } from '../session/server-errors.ts';
import { Button } from '../ui/Button.tsx';
import { Radio } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { formatDay } from '../ui/format-time.ts';
import { Notice } from '../ui/Notice.tsx';
import { weekdayOfDate } from './calendar-address.ts';
import type { HoursChange, HoursScope } from './use-hours-change.ts';
import type { Draft } from './use-hours-drag.ts';
import { clockOfMinute, minuteOfClock } from './wall-minutes.ts';
import { weekdays } from './weekdays.ts';

type HoursDialogProps = {
  draft: Draft;
  /** What is taken as meant for new hours: those drawn over open ones are rather time away. */
  firstScope: HoursScope;
  isBusy: boolean;
  error: unknown;
  onSave: (change: HoursChange) => void;
  onRemove: (change: HoursChange) => void;
  onClose: () => void;
};

/** Asks what to do with drawn hours: open them every week or once, or be away; and for open ones, how to change them. */
export function HoursDialog({ draft, firstScope, isBusy, error, onSave, onRemove, onClose }: HoursDialogProps) {
  const { date, hours } = draft;
  const [from, setFrom] = useState(clockOfMinute(draft.range.startMinute));
  const [to, setTo] = useState(draft.range.endMinute === 1440 ? '00:00' : clockOfMinute(draft.range.endMinute));
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<HoursScope>(firstScope);
  const [wrong, setWrong] = useState<string>();
  const weekday = weekdays.find((one) => one.weekday === weekdayOfDate(date))?.name ?? '';
  const day = formatDay(date, 'UTC');
  const [refused] = refusedFields(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const startMinute = minuteOfClock(from);
    const endMinute = minuteOfClock(to, true);
    if (startMinute === undefined || endMinute === undefined || endMinute <= startMinute) {
      setWrong(texts.theEndMustBeAfter);
      return;
    }
    setWrong(undefined);
    if (!isBusy) onSave({ date, hours, range: { startMinute, endMinute }, scope, reason });
  };
  const choices: Array<{ value: HoursScope; label: string }> = [
    ...(hours && !hours.rule ? [] : [{ value: 'every' as const, label: texts.everyWeekday({ weekday }) }]),
    { value: 'date', label: texts.onlyOnDay({ day }) },
    ...(hours ? [] : [{ value: 'away' as const, label: texts.iAmAwayThen }]),
  ];
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={hours ? texts.openHoursOnDay({ day }) : texts.dayOpenHoursOrTime({ day })}
      description={texts.lessonsAlreadyBookedStay}
    >
      <form method="post" onSubmit={submit} className="grid gap-4" noValidate>
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            label={texts.from}
            type="time"
            step={900}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            label={texts.to}
            type="time"
            step={900}
            value={to}
            error={wrong ?? refused?.message}
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
        <fieldset>
          <legend className="mb-1 font-semibold">{hours ? texts.changeThem : texts.whatFor}</legend>
          {choices.map(({ value, label }) => (
            <Radio key={value} name="scope" label={label} checked={scope === value} onChange={() => setScope(value)} />
          ))}
        </fieldset>
        {scope === 'away' && (
          <TextField
            label={texts.reason}
            isOptional
            hint={texts.onlyYouSeeIt}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {error !== null && error !== undefined && (
          <Notice kind="failure">{messageFor(error, texts.chosenIsKept)}</Notice>
        )}
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          {hours && (
            <Button
              variant="danger"
              className="mr-auto"
              disabled={isBusy}
              onClick={() => onRemove({ date, hours, range: hours, scope, reason: '' })}
            >
              {texts.closeTheseHours}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={isBusy} busyText={texts.saving}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
