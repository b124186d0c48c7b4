import { Link, useParams } from 'react-router';
import { profilePath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/mailLinks.ts';
import { inline } from '../ui/inline.ts';
import '../app/styles/sign-in.css';
import { AuthCard } from '../auth/AuthCard.tsx';
import { fieldCodeFor } from '../session/message-for.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { readLinkClaims } from './read-link-claims.ts';
import { signOutOf } from './sign-out-of.ts';
import { useMailLink } from './use-mail-link.ts';

/** Where the link of a mail to a new address leads: the account's password makes it the account's address. */
export function ConfirmEmailChangePage() {
  const { token = '' } = useParams();
  const { collection, id, newEmail } = readLinkClaims(token);
  const link = useMailLink(collection);
  const change = (password: string) =>
    link.send(async (records) => {
      await records.confirmEmailChange(token, password);
      await signOutOf(id);
    });
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
        <LinkButton to={profilePath}>{texts.goToYourProfile}</LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={texts.confirmYourNewEmail} lead={newEmail && texts.enterYourPasswordToMake({ newEmail })}>
      <PasswordForm
        link={link}
        send={change}
        refusesPassword={(failure) => fieldCodeFor(failure, 'password') !== undefined}
        label={texts.changeEmail}
        busyText={texts.changing}
      >
        <p className="text-sm text-soft">
          {inline(texts.neverSetAPasswordSet({ forgotPassword: (text) => <Link to="/forgot-password">{text}</Link> }))}
        </p>
      </PasswordForm>
    </AuthCard>
  );
}
