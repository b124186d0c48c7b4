import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { loadBackend } from '../session/backend.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { newPasswordError } from './new-password.ts';

const nothing = { oldPassword: '', password: '', passwordConfirm: '' };
type Values = typeof nothing;

/** Changes the password. Every other session ends with that; this one goes on under a new token. */
export function PasswordForm() {
  const toast = useToast();
  const user = useSession();
  const [values, setValues] = useState(nothing);
  const [wrong, setWrong] = useState<string>();
  const saving = useMutation({
    mutationFn: async (changed: Values) => {
      if (!user) return;
      const users = (await loadBackend()).collection('users');
      await users.update(user.id, changed);
      await users.authWithPassword(user.email, changed.password);
    },
    onSuccess: () => {
      setValues(nothing);
      toast({ text: 'Password changed. Other devices have to sign in again.' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mistake = newPasswordError(values);
    setWrong(mistake);
    if (!mistake) saving.mutate(values);
  };
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  const oldError = saving.error ? fieldMessageFor(saving.error, 'oldPassword') : undefined;
  return (
    <section aria-labelledby="password">
      <h2 id="password" className="text-2xl">
        Password
      </h2>
      <form onSubmit={submit} method="post" noValidate className="mt-4 grid gap-5">
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          error={oldError}
          {...field('oldPassword')}
        />
        <PasswordInput
          label="New password"
          hint="At least 8 characters"
          autoComplete="new-password"
          {...field('password')}
        />
        <PasswordInput
          label="Confirm new password"
          autoComplete="new-password"
          error={wrong}
          {...field('passwordConfirm')}
        />
        {saving.error && !oldError && (
          <Notice kind="failure">{messageFor(saving.error, 'The password could not be changed. Try again.')}</Notice>
        )}
        <Button type="submit" className="justify-self-start" isBusy={saving.isPending} busyText="Changing…">
          Change password
        </Button>
      </form>
    </section>
  );
}
