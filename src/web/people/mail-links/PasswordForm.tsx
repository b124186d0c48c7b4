import type { FormEvent, ReactNode } from 'react';
import * as texts from '#texts/mailLinks.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx';
import type { useMailLink } from './use-mail-link.ts';

type PasswordFormProps = {
  link: ReturnType<typeof useMailLink>;
  /** Sends what the link stands for, by what was entered. */
  send: (form: FormData) => Promise<void>;
  /** Whether what failed was refused because of the password. */
  refusesPassword: (failure: unknown) => boolean;
  label: string;
  busyText: string;
  /** What stands above the field. */
  lead?: ReactNode;
  /** In the place of the field of the password. */
  field?: ReactNode;
  /** What stands below the button. */
  children?: ReactNode;
};

/** Asks for an account's password, or for what does in its place, before the link of a mail to it does what it stands for. */
export function PasswordForm({
  link,
  send,
  refusesPassword,
  label,
  busyText,
  lead,
  field,
  children,
}: PasswordFormProps) {
  const { outcome } = link;
  const isWrong = outcome.step === 'failed' && refusesPassword(outcome.failure);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(new FormData(event.currentTarget));
  };
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={submit}
      onChange={link.open}
      onFocus={() => void loadBackend()}
    >
      {outcome.step === 'failed' && !isWrong && <Notice kind="failure">{outcome.text}</Notice>}
      {lead}
      {field ?? (
        <PasswordInput
          label={texts.password}
          name="password"
          autoComplete="current-password"
          error={isWrong ? texts.thisIsNotThePassword : undefined}
          required
        />
      )}
      <Button type="submit" isBusy={link.isBusy} busyText={busyText}>
        {label}
      </Button>
      {children}
    </form>
  );
}
