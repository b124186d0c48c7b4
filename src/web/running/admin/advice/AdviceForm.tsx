import { type FormEvent, useState } from 'react';
import { planningAreas } from '#rules/places/planning-areas.ts';
import * as texts from '#texts/adminAdvice.ts';
import { fieldMessageFor, formMessageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Checkbox } from '../../../platform/ui/Checkbox.tsx';
import { Dialog, DialogBar } from '../../../platform/ui/Dialog.tsx';
import { TextAreaField, TextField } from '../../../platform/ui/Field.tsx';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { clockOfMinute, minuteOfClock } from '../../../platform/ui/wall-minutes.ts';
import { weekdays } from '../../../platform/ui/weekdays.ts';
import { kindOptions } from './advice-words.ts';
import { type Advice, type AdviceDraft, useChangeAdvice } from './use-advice.ts';

const areaOptions = planningAreas.map(({ name }) => ({ value: name, label: name }));

type Values = { area: string; kind: string; text: string; weekdays: readonly number[]; from: string; to: string };
type Wrong = { area?: string; text?: string; from?: string; to?: string };

const empty: Values = { area: '', kind: 'meet', text: '', weekdays: [], from: '', to: '' };

function valuesOf({ startMinute, endMinute, ...advice }: Advice): Values {
  if (startMinute === 0 && endMinute === 1440) return { ...advice, from: '', to: '' };
  return { ...advice, from: clockOfMinute(startMinute), to: clockOfMinute(endMinute % 1440) };
}

/** Writes a piece of advice, or changes one. */
export function AdviceForm({ advice, onClose }: { advice: Advice | undefined; onClose: () => void }) {
  const tell = useTelling();
  const changing = useChangeAdvice();
  const [values, setValues] = useState<Values>(() => (advice ? valuesOf(advice) : empty));
  const [isTried, setTried] = useState(false);
  const set = (part: Partial<Values>) => setValues({ ...values, ...part });
  const wrong: Wrong = isTried ? wrongIn(values) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (changing.isPending || Object.keys(wrongIn(values)).length > 0) return;
    const change = { id: advice?.id, body: draftOf(values) };
    tell(changing.mutateAsync(change, { onSuccess: onClose }), { done: texts.saved });
  };
  const errorOf = (field: string) => fieldMessageFor(changing.error, field);
  const failure =
    changing.isError && formMessageFor(changing.error, texts.notSaved, ['area', 'kind', 'text', 'endMinute']);
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={advice ? texts.changeAdvice : texts.addAdvice}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={texts.area}
            options={areaOptions}
            value={values.area}
            onChange={(area) => set({ area })}
            error={wrong.area ?? errorOf('area')}
          />
          <SelectField
            label={texts.kind}
            options={kindOptions}
            value={values.kind}
            onChange={(kind) => set({ kind })}
            error={errorOf('kind')}
          />
        </div>
        <TextAreaField
          label={texts.words}
          hint={texts.wordsHint}
          rows={3}
          maxLength={300}
          value={values.text}
          onChange={({ target }) => set({ text: target.value })}
          error={wrong.text ?? errorOf('text')}
        />
        <Days chosen={values.weekdays} onChange={(chosen) => set({ weekdays: chosen })} />
        <Hours values={values} wrong={{ ...wrong, to: wrong.to ?? errorOf('endMinute') }} onChange={set} />
        {failure && <Notice kind="failure">{failure}</Notice>}
        <DialogBar>
          <Button type="submit" isBusy={changing.isPending}>
            {texts.save}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}

function Days({ chosen, onChange }: { chosen: readonly number[]; onChange: (chosen: readonly number[]) => void }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{texts.days}</legend>
      <p className="text-note text-soft">{texts.daysHint}</p>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {weekdays.map(({ weekday, name }) => (
          <Checkbox
            key={weekday}
            label={name}
            checked={chosen.includes(weekday)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, weekday] : chosen.filter((day) => day !== weekday))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

type HoursProps = {
  values: Values;
  wrong: { [Name in keyof Wrong]: string | undefined };
  onChange: (part: Partial<Values>) => void;
};

function Hours({ values, wrong, onChange }: HoursProps) {
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={texts.from}
          type="time"
          value={values.from}
          onChange={({ target }) => onChange({ from: target.value })}
          error={wrong.from}
        />
        <TextField
          label={texts.to}
          type="time"
          value={values.to}
          onChange={({ target }) => onChange({ to: target.value })}
          error={wrong.to}
        />
      </div>
      <p className="text-note text-soft">{texts.hoursHint}</p>
    </div>
  );
}

function wrongIn({ area, text, from, to }: Values): Wrong {
  const [start, end] = [minuteOfClock(from), minuteOfClock(to, true)];
  const isEmpty = from === '' && to === '';
  return {
    ...(area === '' ? { area: texts.chooseAnArea } : {}),
    ...(text.trim() === '' ? { text: texts.writeIt } : {}),
    ...(!isEmpty && start === undefined ? { from: texts.bothTimes } : {}),
    ...(!isEmpty && end === undefined ? { to: texts.bothTimes } : {}),
    ...(start !== undefined && end !== undefined && end <= start ? { to: texts.endAfterStart } : {}),
  };
}

function draftOf({ area, kind, text, weekdays: days, from, to }: Values): AdviceDraft {
  return {
    area,
    kind: kind === 'avoid' ? 'avoid' : 'meet',
    text: text.trim(),
    weekdays: [...days],
    startMinute: minuteOfClock(from) ?? 0,
    endMinute: minuteOfClock(to, true) ?? 1440,
  };
}
