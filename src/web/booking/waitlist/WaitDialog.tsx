import { type FormEvent, useState } from 'react';
import type { Wanted } from '#rules/paths/learner-paths.ts';
import { hasHomes, planningAreas } from '#rules/places/planning-areas.ts';
import * as texts from '#texts/waitlist.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { useInstructor } from '../../platform/records/use-lessons.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { Dialog, DialogBar } from '../../platform/ui/Dialog.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { SelectField } from '../../platform/ui/Select.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { offeredClasses } from './offered-classes.ts';
import { useJoining, useTaughtClasses } from './use-waitlist.ts';
import { hourChoices, windowsFor } from './wanted-hours.ts';

// A list's choice can't be empty.
const anyArea = '-';
const areaOptions = [
  { value: anyArea, label: texts.anyArea },
  ...planningAreas.filter(({ name }) => hasHomes(name)).map(({ name }) => ({ value: name, label: name })),
];

/** What a search was narrowed to stays a choice, whatever is offered. */
function optionsWith(area: string) {
  return areaOptions.some(({ value }) => value === area) ? areaOptions : [...areaOptions, { value: area, label: area }];
}

type WaitDialogProps = { wanted: Wanted | undefined; onClose: () => void };

/** Asks what somebody waits for, as far as it is not known where they came from, and puts them on the waitlist. */
export function WaitDialog({ wanted, onClose }: WaitDialogProps) {
  return (
    <Dialog
      isOpen={wanted !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.tellMeWhen}
      description={texts.tellMeWhenLead}
    >
      {wanted?.instructor && <WaitForInstructor id={wanted.instructor} wanted={wanted} onDone={onClose} />}
      {wanted && !wanted.instructor && <WaitForm wanted={wanted} onDone={onClose} />}
    </Dialog>
  );
}

type WaitFormProps = { wanted: Wanted; instructor?: Instructor; onDone: () => void };

function WaitForInstructor({ id, ...form }: WaitFormProps & { id: string }) {
  const read = useInstructor(id);
  return (
    <WhenRead read={read} what={texts.theInstructor} notLoaded={texts.instructorNotLoaded} skeleton="h-64 w-full">
      {read.data && <WaitForm {...form} instructor={read.data} />}
    </WhenRead>
  );
}

function WaitForm({ wanted, instructor, onDone }: WaitFormProps) {
  const taught = useTaughtClasses();
  const classes = instructor?.licenceClasses ?? offeredClasses(taught.data, wanted.licenceClass);
  const [licenceClass, setLicenceClass] = useState(wanted.licenceClass ?? '');
  const [area, setArea] = useState(wanted.area ?? anyArea);
  const [hours, setHours] = useState<ReadonlySet<string>>(new Set());
  const [before, setBefore] = useState('');
  const joining = useJoining();
  const tell = useTelling();
  const chosen = classes.includes(licenceClass) ? licenceClass : (classes[0] ?? '');
  const join = (event: FormEvent) => {
    event.preventDefault();
    if (joining.isPending) return;
    const entry = {
      licenceClass: chosen,
      areas: area === anyArea || instructor ? [] : [area],
      windows: windowsFor(hours),
      before,
      instructor: instructor?.id ?? '',
    };
    tell(joining.mutateAsync(entry, { onSuccess: onDone }), { done: texts.youAreOnTheList });
  };
  const toggle = (value: string, isOn: boolean) => {
    const next = new Set(hours);
    if (isOn) next.add(value);
    else next.delete(value);
    setHours(next);
  };
  const tooMany = joining.error && fieldMessageFor(joining.error, 'licenceClass');
  return (
    <form onSubmit={join} method="post" noValidate className="grid gap-4">
      {instructor && <p className="font-semibold">{texts.timesOf({ instructorName: instructor.name })}</p>}
      <SelectField
        label={texts.licenceClass}
        options={classes.map((value) => ({ value, label: texts.classOf({ licenceClass: value }) }))}
        value={chosen}
        onChange={setLicenceClass}
      />
      {!instructor && <SelectField label={texts.area} options={optionsWith(area)} value={area} onChange={setArea} />}
      <fieldset>
        <legend className="font-semibold">{texts.whichHours}</legend>
        <p className="text-note text-soft">{texts.anyTimeIfNone}</p>
        {hourChoices.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={<span className="inline-block first-letter:uppercase">{label}</span>}
            checked={hours.has(value)}
            onChange={(event) => toggle(value, event.target.checked)}
          />
        ))}
      </fieldset>
      <TextField
        type="date"
        label={texts.lastDayThatHelps}
        isOptional
        max="2999-12-31"
        value={before}
        onChange={(event) => setBefore(event.target.value)}
        error={(joining.error && fieldMessageFor(joining.error, 'before')) ?? undefined}
      />
      {joining.isError && !fieldMessageFor(joining.error, 'before') && (
        <Notice kind="failure">{tooMany ?? messageFor(joining.error, texts.notJoined)}</Notice>
      )}
      <DialogBar>
        <Button variant="secondary" onClick={onDone}>
          {texts.notNow}
        </Button>
        <Button type="submit" isBusy={joining.isPending} busyText={texts.joining}>
          {texts.tellMe}
        </Button>
      </DialogBar>
    </form>
  );
}
