import type { FormEvent } from 'react';
import { Link, useParams } from 'react-router';
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
      <AuthCard title="Confirm your new email">
        <Notice kind="success">
          Your email is now {newEmail}. All devices that were signed in are signed out; sign in with the new address.
        </Notice>
        <LinkButton to="/login">Sign in</LinkButton>
      </AuthCard>
    );
  }
  if (link.outcome.step === 'over') {
    return (
      <AuthCard title="Confirm your new email">
        <Notice kind="attention">
          This link can’t be used any more: it was used already, it is older than 30 minutes, or the account changed
          since. Sign in and ask for a new one in your profile.
        </Notice>
        <LinkButton to="/dashboard/profile">Go to your profile</LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Confirm your new email"
      lead={newEmail && `Enter your password to make ${newEmail} the address of your account.`}
    >
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
        label="Password"
        name="password"
        autoComplete="current-password"
        error={isWrong ? 'This is not the password of the account.' : undefined}
        required
      />
      <Button type="submit" isBusy={link.isBusy} busyText="Changing…">
        Change email
      </Button>
      <p className="text-sm text-soft">
        Never set a password? <Link to="/forgot-password">Set one</Link>, then ask for the change again.
      </p>
    </form>
  );
}
