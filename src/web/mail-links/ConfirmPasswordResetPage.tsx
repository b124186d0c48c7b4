import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import '../app/styles/sign-in.css';
import { AuthCard } from '../auth/AuthCard.tsx';
import { checkNewPassword, type NewPassword } from '../auth/check-new-password.ts';
import { PasswordWarning } from '../auth/PasswordWarning.tsx';
import { loadBackend } from '../session/backend.ts';
import { fieldMessageFor } from '../session/message-for.ts';
import { forgetRegistrationSecret, registrationProof } from '../session/registration-secret.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { readLinkClaims } from './read-link-claims.ts';
import { SendAgain } from './SendAgain.tsx';
import { signOutOf } from './sign-out-of.ts';
import { useMailLink } from './use-mail-link.ts';

type Words = { title: string; done: string; spent: string };

export const resetWords: Words = {
  title: texts.setANewPassword,
  done: texts.passwordChanged,
  spent: texts.resetLinkSpent,
};
/** An account that an admin made becomes its owner's by the first password. */
export const invitationWords: Words = {
  title: texts.acceptInvitation,
  done: texts.invitationAccepted,
  spent: texts.invitationSpent,
};

/** Where the link of a password mail, or of an invitation, leads: sets a new password. */
export function ConfirmPasswordResetPage({ words }: { words: Words }) {
  const { token = '' } = useParams();
  const { collection, id, email } = readLinkClaims(token);
  const link = useMailLink(collection);
  if (link.outcome.step === 'done') {
    return (
      <AuthCard title={words.title}>
        <Notice kind="success">{words.done}</Notice>
        <LinkButton to="/login">{texts.signIn}</LinkButton>
      </AuthCard>
    );
  }
  if (link.outcome.step === 'over') {
    return (
      <AuthCard title={words.title}>
        <SendAgain
          text={words.spent}
          label={texts.sendANewLink}
          collection={collection}
          email={email}
          send={(address, records) => records.requestPasswordReset(address)}
        />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={words.title} lead={email && texts.forEmail({ email })}>
      <PasswordForm link={link} token={token} account={{ id, email }} />
    </AuthCard>
  );
}

type FormProps = { link: ReturnType<typeof useMailLink>; token: string; account: { id: string; email: string } };

function PasswordForm({ link, token, account }: FormProps) {
  const [mistakes, setMistakes] = useState<Partial<NewPassword>>({});
  const [password, setPassword] = useState('');
  const { outcome } = link;
  const failure = outcome.step === 'failed' ? outcome.failure : undefined;
  const errors = {
    password: mistakes.password ?? fieldMessageFor(failure, 'password'),
    passwordConfirm: mistakes.passwordConfirm ?? fieldMessageFor(failure, 'passwordConfirm'),
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = { password: String(form.get('password')), passwordConfirm: String(form.get('passwordConfirm')) };
    const found = checkNewPassword(given);
    setMistakes(found);
    if (found.password || found.passwordConfirm) return;
    void link.send(async (records) => {
      const body = { token, ...given, ...registrationProof(localStorage, account.email) };
      await records.confirmPasswordReset(token, given.password, given.passwordConfirm, { body });
      forgetRegistrationSecret(localStorage);
      await signOutOf(account.id);
    });
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
      <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
      <PasswordInput
        label={texts.newPassword}
        name="password"
        autoComplete="new-password"
        hint={texts.atLeast8Characters}
        error={errors.password}
        onChange={({ target }) => setPassword(target.value)}
        required
      />
      <PasswordWarning password={password} known={[account.email]} />
      <PasswordInput
        label={texts.confirmNewPassword}
        name="passwordConfirm"
        autoComplete="new-password"
        error={errors.passwordConfirm}
        required
      />
      <Button type="submit" isBusy={link.isBusy} busyText={texts.saving}>
        {texts.setPassword}
      </Button>
    </form>
  );
}
