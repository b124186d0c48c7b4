import type { RecordService } from 'pocketbase';
import { type FormEvent, useState } from 'react';
import * as texts from '#texts/mailLinks.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx';
import { checkNewPassword, type NewPassword } from '../auth/check-new-password.ts';
import { PasswordWarning } from '../auth/PasswordWarning.tsx';
import type { useMailLink } from './use-mail-link.ts';

export type NewPasswordFormProps = {
  link: ReturnType<typeof useMailLink>;
  email: string;
  label: string;
  /** Sets it by what the link stands for. */
  set: (records: RecordService, given: Required<NewPassword>) => Promise<void>;
};

/** Asks for a new password, twice, and has it set. */
export function NewPasswordForm({ link, email, label, set }: NewPasswordFormProps) {
  const [mistakes, setMistakes] = useState<Partial<NewPassword>>({});
  const [password, setPassword] = useState('');
  const { outcome } = link;
  const failure = outcome.step === 'failed' ? outcome.failure : undefined;
  const errors = {
    password: mistakes.password ?? fieldMessageFor(failure, 'password') ?? fieldMessageFor(failure, 'newPassword'),
    passwordConfirm:
      mistakes.passwordConfirm ??
      fieldMessageFor(failure, 'passwordConfirm') ??
      fieldMessageFor(failure, 'newPasswordConfirm'),
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = { password: String(form.get('password')), passwordConfirm: String(form.get('passwordConfirm')) };
    const found = checkNewPassword(given);
    setMistakes(found);
    if (found.password || found.passwordConfirm) return;
    void link.send((records) => set(records, given));
  };
  const clear = () => {
    setMistakes({});
    link.open();
  };
  return (
    <form method="post" className="grid gap-4" onSubmit={submit} onChange={clear} onFocus={() => void loadBackend()}>
      {outcome.step === 'failed' && !errors.password && !errors.passwordConfirm && (
        <Notice kind="failure">{outcome.text}</Notice>
      )}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label={texts.newPassword}
        name="password"
        autoComplete="new-password"
        hint={texts.atLeast8Characters}
        error={errors.password}
        onChange={({ target }) => setPassword(target.value)}
        required
      />
      <PasswordWarning password={password} known={[email]} error={errors.password} />
      <PasswordInput
        label={texts.confirmNewPassword}
        name="passwordConfirm"
        autoComplete="new-password"
        error={errors.passwordConfirm}
        required
      />
      <Button type="submit" isBusy={link.isBusy} busyText={texts.saving}>
        {label}
      </Button>
    </form>
  );
}
