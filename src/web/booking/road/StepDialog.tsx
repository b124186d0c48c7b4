import { type FormEvent, useState } from 'react';
import { type RoadFacts, type RoadStepName, testCentres } from '#rules/licence/licence-road.ts';
import * as texts from '#texts/road.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { localDateOf } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { roadMessageFor } from './road-refusals.ts';
import { centreNames, type RoadField, stepFields, stepWords } from './road-words.ts';
import { useRoadChange } from './use-road-change.ts';

type StepDialogProps = { road: RoadAnswer; step: RoadStepName; onClose: () => void };
type Values = Record<string, string>;

/** The small form of one step. What is typed stays until it is saved; what is saved can be taken back. */
export function StepDialog({ road, step, onClose }: StepDialogProps) {
  const tell = useTelling();
  const fields = stepFields[step];
  const [values, setValues] = useState<Values>(() => startValues(road, fields));
  const changing = useRoadChange(road);
  const { error } = changing;
  const named = fields.map(({ name }) => name as string);
  const isElsewhere = error !== null && !refusedFields(error).some(({ field }) => named.includes(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changing.isPending) return;
    const before = Object.fromEntries(fields.map(({ name }) => [name, road.facts[name]]));
    const undo = () => tell(changing.mutateAsync(before), { failed: () => texts.thatCouldNotBeSaved });
    tell(changing.mutateAsync(factsOf(values, fields), { onSuccess: onClose }), {
      done: { text: texts.nameSaved({ name: stepWords[step].name }), undo },
    });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={stepWords[step].name}
      description={stepWords[step].about}
    >
      <form method="post" onSubmit={submit} className="grid gap-4" noValidate>
        {fields.map((field) => (
          <StepField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={error ? roadMessageFor(error, field.name) : undefined}
            onChange={(value) => setValues((known) => ({ ...known, [field.name]: value }))}
          />
        ))}
        {isElsewhere && <Notice kind="failure">{messageFor(error, texts.thatCouldNotBeSaved)}</Notice>}
        <DialogBar>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isBusy={changing.isPending} busyText={texts.saving}>
            {texts.save}
          </Button>
        </DialogBar>
      </form>
    </Dialog>
  );
}

type StepFieldProps = { field: RoadField; value: string; error: string | undefined; onChange: (value: string) => void };

function StepField({ field: { name, label, hint, isOptional = false, kind }, value, error, onChange }: StepFieldProps) {
  if (kind === 'centre') {
    return (
      <SelectField
        label={label}
        name={name}
        error={error}
        value={value}
        options={testCentres.map((centre) => ({ value: centre, label: centreNames[centre] ?? centre }))}
        onChange={onChange}
      />
    );
  }
  const input =
    kind === 'date'
      ? { type: 'date', max: '2999-12-31' }
      : ({ inputMode: 'numeric', className: 'figures max-w-28' } as const);
  return (
    <TextField
      {...input}
      name={name}
      label={label}
      hint={hint}
      isOptional={isOptional}
      error={error}
      value={value}
      onChange={({ target }) => onChange(kind === 'count' ? target.value.replace(/\D/g, '').slice(0, 3) : target.value)}
    />
  );
}

function startValues({ facts }: RoadAnswer, fields: readonly RoadField[]): Values {
  const today = localDateOf(currentTime());
  return Object.fromEntries(
    fields.map(({ name, startsToday }) => [name, String(facts[name]) || (startsToday ? today : '')]),
  );
}

function factsOf(values: Values, fields: readonly RoadField[]): Partial<RoadFacts> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => [name, kind === 'count' ? Number(values[name]) : (values[name] ?? '')]),
  );
}
