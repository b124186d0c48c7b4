import type { FormEvent } from 'react';
import { Link, useParams } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import { inline } from '../ui/inline.ts';
import '../app/styles/sign-in.css';
import { AuthCard } from '../auth/AuthCard.tsx';
import { loadBackend } from '../session/backend.ts';
import { fieldCodeFor } from '../session/message-for.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { readLinkClaims } from './read-link-claims.ts';
import { signOutOf } from './sign-out-of.ts';
import { useMailLink } from './use-mail-link.ts';

/** Where the link of a mail to a new address leads: the account's password makes it the account's address. */
export function ConfirmEmailChangePage() {
  const { token = '' } = useParams();
  const { collection, id, newEmail } = readLinkClaims(token);
  const link = useMailLink(collection);
  if (link.outcome.step === 'done') {
    return (
      <AuthCard title={texts.confirmYourNewEmail}>
        <Notice kind="success">{texts.yourEmailIsNowNewEmail({ newEmail })}</Notice>
        <LinkButton to="/login">{texts.signIn}</LinkButton>
      </AuthCard>
    );
  }
  if (link.outcome.step === 'over') {
    return (
      <AuthCard title={texts.confirmYourNewEmail}>
        <Notice kind="attention">{texts.thisLinkCantBeUsed}</Notice>
        <LinkButton to="/dashboard/profile">{texts.goToYourProfile}</LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={texts.confirmYourNewEmail} lead={newEmail && texts.enterYourPasswordToMake({ newEmail })}>
      <PasswordForm link={link} token={token} id={id} />
    </AuthCard>
  );
}

function PasswordForm({ link, token, id }: { link: ReturnType<typeof useMailLink>; token: string; id: string }) {
  const { outcome } = link;
  const isWrong = outcome.step === 'failed' && fieldCodeFor(outcome.failure, 'password') !== undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    void link.send(async (records) => {
      await records.confirmEmailChange(token, password);
      await signOutOf(id);
    });
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
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="current-password"
        error={isWrong ? texts.thisIsNotThePassword : undefined}
        required
      />
      <Button type="submit" isBusy={link.isBusy} busyText={texts.changing}>
        {texts.changeEmail}
      </Button>
      <p className="text-sm text-soft">
        {inline(texts.neverSetAPasswordSet({ forgotPassword: (text) => <Link to="/forgot-password">{text}</Link> }))}
      </p>
    </form>
  );
}
