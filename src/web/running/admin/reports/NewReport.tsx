import { type FormEvent, useState } from 'react';
import * as texts from '#texts/adminReports.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { daysOfSpan, spanText } from '../../../platform/lists/span-choice.ts';
import { fieldMessageFor, messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../../platform/ui/Dialog.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { reportFormats, reportRhythms, reportTypes, typeHints } from './report-record.ts';
import { useChangeReports, useChangeSchedules, type NewReport as Wanted } from './use-reports.ts';

function firstValues(): Wanted & { every: string } {
  return {
    name: '',
    type: 'analytics',
    format: 'csv',
    every: 'once',
    ...daysOfSpan({ period: 'lastmonth' }, currentTime()),
  };
}

/** Asks for a report. It is made in the background; the list says when it is ready. */
export function NewReport({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const tell = useTelling();
  const [values, setValues] = useState(firstValues);
  const { ask } = useChangeReports();
  const schedule = useChangeSchedules();
  const isOnce = values.every === 'once';
  const { error, isPending } = isOnce ? ask : schedule;
  const label = reportTypes.find(({ value }) => value === values.type)?.label ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const { type, format, every, from, to } = values;
    const onSuccess = () => {
      setValues(firstValues());
      onClose();
    };
    if (!isOnce) {
      const name = values.name.trim() || label;
      const body = { name, type, format, every };
      tell(schedule.mutateAsync({ body }, { onSuccess }), { done: texts.nameIsScheduled({ name }) });
      return;
    }
    const name = values.name.trim() || `${label}, ${spanText(values)}`;
    tell(ask.mutateAsync({ name, type, format, from, to }, { onSuccess }), { done: texts.nameIsBeingMade({ name }) });
  };
  const field = (name: 'name' | 'from' | 'to') => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
    error: error ? fieldMessageFor(error, name) : undefined,
  });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={texts.newReport}
      description={texts.madeInBackground}
    >
      <form method="post" onSubmit={submit} className="grid gap-4">
        <SelectField
          label={texts.type}
          hint={typeHints[values.type] ?? ''}
          options={reportTypes}
          value={values.type}
          onChange={(type) => setValues({ ...values, type })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={texts.fileFormat}
            options={reportFormats}
            value={values.format}
            onChange={(format) => setValues({ ...values, format })}
          />
          <SelectField
            label={texts.repeat}
            options={reportRhythms}
            value={values.every}
            onChange={(every) => setValues({ ...values, every })}
          />
        </div>
        {!isOnce && <p className="text-soft text-note">{texts.repeatMeans}</p>}
        {isOnce && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField type="date" label={texts.firstDay} required max="2999-12-31" {...field('from')} />
            <TextField type="date" label={texts.lastDay} required max="2999-12-31" {...field('to')} />
          </div>
        )}
        <TextField label={texts.name} isOptional maxLength={120} autoComplete="off" {...field('name')} />
        {error && <Notice kind="failure">{messageFor(error, texts.reportNotAsked)}</Notice>}
        <DialogBar>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={isPending} busyText={texts.asking}>
            {isOnce ? texts.makeReport : texts.schedule}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}
