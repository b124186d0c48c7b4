import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { loadBackend } from '../session/backend.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import type { SessionUser } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { TextAreaField, TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useToast } from '../ui/Toasts.tsx';

type Values = { firstName: string; lastName: string; phone: string; location: string; bio: string };

function valuesOf({ firstName, lastName, phone, location, bio }: SessionUser): Values {
  return { firstName, lastName, phone, location, bio };
}

/** Changes the user's own record. Cancel puts back what is saved. */
export function ProfileForm({ user }: { user: SessionUser }) {
  const toast = useToast();
  const [values, setValues] = useState(() => valuesOf(user));
  const saving = useMutation({
    mutationFn: async (changed: Values) => {
      const backend = await loadBackend();
      // The client puts the answer into the session, so the page and the user menu follow.
      await backend.collection('users').update(user.id, changed);
    },
    onSuccess: () => toast({ text: 'Profile saved' }),
  });
  const error = saving.error;
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
    error: error ? fieldMessageFor(error, name) : undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(values);
  };
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(user));
  return (
    <form onSubmit={submit} method="post" className="grid max-w-[40rem] gap-5 sm:grid-cols-2">
      <h2 className="text-2xl sm:col-span-2">About you</h2>
      <TextField label="First Name" autoComplete="given-name" maxLength={100} {...field('firstName')} />
      <TextField label="Last Name" autoComplete="family-name" maxLength={100} {...field('lastName')} />
      <TextField
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        maxLength={32}
        hint="Shown only once a lesson is confirmed"
        {...field('phone')}
      />
      <TextField
        label="Location"
        autoComplete="address-level2"
        maxLength={200}
        hint="The town you live in, such as Bedok"
        {...field('location')}
      />
      <TextAreaField
        label="Bio"
        isOptional
        rows={4}
        maxLength={2000}
        fieldClassName="sm:col-span-2"
        {...field('bio')}
      />
      {error && (
        <Notice kind="failure" className="sm:col-span-2">
          {messageFor(error, 'Your profile could not be saved. What you typed is kept: try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" isBusy={saving.isPending} busyText="Saving…">
          Save Changes
        </Button>
        <Button
          variant="secondary"
          disabled={!isChanged}
          onClick={() => {
            setValues(valuesOf(user));
            saving.reset();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
