import type { FormEvent } from 'react';
import * as texts from '#texts/schedule.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Radio } from '../../platform/ui/Checkbox.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { formatDay } from '../../platform/ui/format-time.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { weekdays } from '../../platform/ui/weekdays.ts';
import { weekdayOfDate } from './calendar-address.ts';
import { AlsoOn, HoursBreak } from './HoursParts.tsx';
import { LessonsInSpan } from './LessonsInSpan.tsx';
import type { HoursChange, HoursScope } from './use-hours-change.ts';
import type { Draft } from './use-hours-drag.ts';
import { useHoursForm } from './use-hours-form.ts';

type HoursDialogProps = {
  instructor: string;
  zone: string;
  nameOf: (learner: string) => string;
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
export function HoursDialog(props: HoursDialogProps) {
  const { instructor, zone, nameOf, draft, firstScope, isBusy, error, onSave, onRemove, onClose } = props;
  const { date, hours } = draft;
  const { values, wrong, set, away, read } = useHoursForm(draft, firstScope);
  const { scope, reason } = values;
  const day = formatDay(date, 'UTC');
  const [refused] = refusedFields(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const change = read();
    if (change && !isBusy) onSave(change);
  };
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
            value={values.from}
            onChange={({ target }) => set({ from: target.value })}
          />
          <TextField
            label={texts.to}
            type="time"
            step={900}
            value={values.to}
            error={wrong.range ?? refused?.message}
            onChange={({ target }) => set({ to: target.value })}
          />
        </div>
        <Scopes draft={draft} scope={scope} onChange={(chosen) => set({ scope: chosen })} />
        {scope !== 'away' && (
          <HoursBreak pause={values.pause} error={wrong.pause} onChange={(pause) => set({ pause })} />
        )}
        {scope === 'every' && (
          <AlsoOn
            legend={texts.sameHoursOn}
            weekday={weekdayOfDate(date)}
            chosen={values.alsoOn}
            onChange={(alsoOn) => set({ alsoOn })}
          />
        )}
        {away && (
          <LessonsInSpan
            instructor={instructor}
            zone={zone}
            nameOf={nameOf}
            span={{
              start: instantOfWall(date, away.startMinute, zone),
              end: instantOfWall(date, away.endMinute, zone),
            }}
          />
        )}
        {scope === 'away' && (
          <TextField
            label={texts.reason}
            isOptional
            hint={texts.onlyYouSeeIt}
            maxLength={500}
            value={reason}
            onChange={({ target }) => set({ reason: target.value })}
          />
        )}
        {error !== null && error !== undefined && (
          <Notice kind="failure">{messageFor(error, texts.chosenIsKept)}</Notice>
        )}
        <DialogBar>
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
        </DialogBar>
      </form>
    </Dialog>
  );
}

type ScopesProps = { draft: Draft; scope: HoursScope; onChange: (scope: HoursScope) => void };

function Scopes({ draft: { date, hours }, scope, onChange }: ScopesProps) {
  const weekday = weekdays.find((one) => one.weekday === weekdayOfDate(date))?.name ?? '';
  const choices: Array<{ value: HoursScope; label: string }> = [
    ...(hours && !hours.rule ? [] : [{ value: 'every' as const, label: texts.everyWeekday({ weekday }) }]),
    { value: 'date', label: texts.onlyOnDay({ day: formatDay(date, 'UTC') }) },
    ...(hours ? [] : [{ value: 'away' as const, label: texts.iAmAwayThen }]),
  ];
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{hours ? texts.changeThem : texts.whatFor}</legend>
      {choices.map(({ value, label }) => (
        <Radio key={value} name="scope" label={label} checked={scope === value} onChange={() => onChange(value)} />
      ))}
    </fieldset>
  );
}
