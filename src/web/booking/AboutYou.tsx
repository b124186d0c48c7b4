import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { provisionalLicenceYears } from '#rules/licence/licence-road.ts';
import * as texts from '#texts/booking.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { currentTime } from '../ground/clock.ts';
import { useNow } from '../ground/use-now.ts';
import { HoldBar } from '../holding/HoldBar.tsx';
import { useOwnComingLessons } from '../records/use-lessons.ts';
import { useRoadChange } from '../road/use-road-change.ts';
import { loadBackend } from '../session/backend.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import type { SessionUser } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { TextField } from '../ui/Field.tsx';
import { localDateOf } from '../ui/format-time.ts';
import { Notice } from '../ui/Notice.tsx';
import { type AboutYouValues, aboutYouErrors } from './about-you-errors.ts';
import { lacksOf, laterKey } from './lacks-of.ts';

type AboutYouProps = {
  user: SessionUser;
  road: RoadAnswer;
  /** The chosen time, and the instructor's zone. */
  start: string;
  zone: string | undefined;
  /** The lesson that is held already, where it is. */
  held: string | undefined;
};

/** Asked once, before the first time is held. Only what is missing is asked for; no number of the licence is. */
export function AboutYou({ user, road, start, zone, held }: AboutYouProps) {
  const [lacks] = useState(() => lacksOf(user, road));
  const [values, setValues] = useState<AboutYouValues>({
    name: '',
    phone: '',
    licence: '',
    isLater: false,
    isAdult: false,
  });
  const [isTried, setTried] = useState(false);
  const lessonDay = localDateOf(new Date(start), zone);
  const form = useRef<HTMLFormElement>(null);
  const changeRoad = useRoadChange(road);
  const saving = useMutation({
    mutationFn: async ({ name, phone, licence, isAdult }: AboutYouValues) => {
      // The session follows the record, and with that this form goes; so what belongs to the road is kept before.
      const said = { ...(lacks.adult ? { isAdult } : {}), ...(licence === '' ? {} : { pdlExpiresOn: licence }) };
      if (lacks.licence && licence === '') sessionStorage.setItem(laterKey, 'yes');
      if (Object.keys(said).length > 0) await changeRoad.mutateAsync(said);
      const backend = await loadBackend();
      const known = { ...(lacks.name ? { name: name.trim() } : {}), ...(lacks.phone ? { phone: phone.trim() } : {}) };
      await backend.collection('users').update(user.id, known);
    },
  });
  const errors = aboutYouErrors(values, lacks, { today: localDateOf(currentTime()), lessonDay });
  const wrong = isTried ? errors : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(errors);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (!saving.isPending) saving.mutate(values);
  };
  const text = (name: 'name' | 'phone' | 'licence') => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
    error: wrong[name] ?? refusalOf(saving.error, name),
  });
  return (
    <form ref={form} noValidate method="post" onSubmit={submit} className="mt-6 grid max-w-[34rem] gap-5">
      <HeldSoFar lesson={held} start={start} zone={zone} />
      <div>
        <h3 className="text-xl">{texts.aboutYou}</h3>
        <p className="mt-1 text-soft">{texts.aboutYouLead}</p>
      </div>
      {lacks.name && <TextField label={texts.yourName} autoComplete="name" maxLength={255} {...text('name')} />}
      {lacks.phone && (
        <TextField
          label={texts.phoneNumber}
          hint={texts.phoneHint}
          type="tel"
          autoComplete="tel"
          maxLength={32}
          {...text('phone')}
        />
      )}
      {lacks.adult && (
        <Checkbox
          name="isAdult"
          label={texts.iAmAdult({ years: provisionalLicenceYears })}
          error={wrong.isAdult}
          checked={values.isAdult}
          onChange={({ target }) => setValues({ ...values, isAdult: target.checked })}
        />
      )}
      {lacks.licence && (
        <div className="grid gap-2">
          <TextField
            label={texts.licenceValidUntil}
            hint={texts.licenceHint}
            type="date"
            max="2999-12-31"
            disabled={values.isLater}
            {...text('licence')}
          />
          <Checkbox
            label={texts.licenceLater}
            checked={values.isLater}
            onChange={({ target }) => setValues({ ...values, isLater: target.checked, licence: '' })}
          />
        </div>
      )}
      {saving.isError && <Notice kind="failure">{messageFor(saving.error, texts.aboutYouNotSaved)}</Notice>}
      <Button
        type="submit"
        className="min-h-12 justify-self-start"
        isBusy={saving.isPending}
        busyText={texts.savingThis}
      >
        {texts.goOnToPickUp}
      </Button>
    </form>
  );
}

type HeldSoFarProps = { lesson: string | undefined; start: string; zone: string | undefined };

/** How long a time that was chosen before signing in is still held: it runs out while one types. */
function HeldSoFar({ lesson, start, zone }: HeldSoFarProps) {
  const { data = [] } = useOwnComingLessons();
  const nowMs = useNow();
  const isChosen = (other: { start: string }) => Date.parse(other.start) === Date.parse(start);
  const held = data.find((other) => other.id === lesson && other.status === 'held' && isChosen(other));
  return held && <HoldBar holdExpiresAt={held.holdExpiresAt} nowMs={nowMs} zone={zone} />;
}

/** What the server said of a field; the licence's date has a name of its own there. */
function refusalOf(error: Error | null, name: 'name' | 'phone' | 'licence'): string | undefined {
  if (!error) return undefined;
  return fieldMessageFor(error, name === 'licence' ? 'pdlExpiresOn' : name);
}
