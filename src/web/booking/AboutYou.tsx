import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import * as texts from '#texts/booking.ts';
import { profileErrors } from '../account/profile-values.ts';
import { currentTime } from '../app/clock.ts';
import type { Road } from '../road/road-answer.ts';
import { useRoadChange } from '../road/use-road-change.ts';
import { loadBackend } from '../session/backend.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import type { SessionUser } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { TextField } from '../ui/Field.tsx';
import { localDateOf } from '../ui/format-time.ts';
import { Notice } from '../ui/Notice.tsx';
import { lacksOf, laterKey } from './lacks-of.ts';

type Values = { name: string; phone: string; licence: string; isLater: boolean };
type AboutYouProps = { user: SessionUser; road: Road };

/** Asked once, before the first time is held. Only what is missing is asked for; no number of the licence is. */
export function AboutYou({ user, road }: AboutYouProps) {
  const [lacks] = useState(() => lacksOf(user, road));
  const [values, setValues] = useState<Values>({ name: '', phone: '', licence: '', isLater: false });
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const changeRoad = useRoadChange(road);
  const saving = useMutation({
    mutationFn: async ({ name, phone, licence }: Values) => {
      // The session follows the record, and with that this form goes; so the licence is kept before.
      if (licence !== '') await changeRoad.mutateAsync({ pdlExpiresOn: licence });
      else sessionStorage.setItem(laterKey, 'yes');
      const backend = await loadBackend();
      const known = { ...(lacks.name ? { name: name.trim() } : {}), ...(lacks.phone ? { phone: phone.trim() } : {}) };
      await backend.collection('users').update(user.id, known);
    },
  });
  const wrong = isTried ? errorsOf(values, lacks) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(errorsOf(values, lacks));
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

/** What the server said of a field; the licence's date has a name of its own there. */
function refusalOf(error: Error | null, name: 'name' | 'phone' | 'licence'): string | undefined {
  if (!error) return undefined;
  return fieldMessageFor(error, name === 'licence' ? 'pdlExpiresOn' : name);
}

function errorsOf({ name, phone, licence, isLater }: Values, lacks: ReturnType<typeof lacksOf>) {
  const errors: Partial<Record<'name' | 'phone' | 'licence', string>> = {};
  if (lacks.name && name.trim() === '') errors.name = texts.writeYourName;
  const phoneError = phone.trim() === '' ? texts.writeYourNumber : profileErrors({ phone: phone.trim() }).phone;
  if (lacks.phone && phoneError) errors.phone = phoneError;
  if (lacks.licence && !isLater) {
    if (licence === '') errors.licence = texts.writeItsLastDay;
    else if (licence < localDateOf(currentTime())) errors.licence = texts.licenceHasEnded;
  }
  return errors;
}
