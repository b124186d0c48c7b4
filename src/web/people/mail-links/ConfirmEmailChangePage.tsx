import { useParams } from 'react-router';
import { profilePath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/mailLinks.ts';
import '../../platform/styles/sign-in.css';
import { fieldCodeFor } from '../../platform/session/message-for.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AuthCard } from '../auth/AuthCard.tsx';
import { PasswordOrCode, readOwnProof } from '../auth/PasswordOrCode.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { readLinkClaims } from './read-link-claims.ts';
import { signOutOf } from './sign-out-of.ts';
import { useMailLink } from './use-mail-link.ts';

/** Where the link of a mail to a new address leads: the account's password makes it the account's address, and so does a code that is mailed to the one of before. */
export function ConfirmEmailChangePage() {
  const { token = '' } = useParams();
  const { collection, id, email, newEmail } = readLinkClaims(token);
  const link = useMailLink(collection);
  const change = (form: FormData) =>
    link.send(async (records) => {
      await records.confirmEmailChange(token, '', { body: { token, ...readOwnProof(form) } });
      await signOutOf(id);
    });
  const { outcome } = link;
  const failure = outcome.step === 'failed' ? outcome.failure : undefined;
  const isWrongPassword = fieldCodeFor(failure, 'password') !== undefined;
  const errors = {
    password: isWrongPassword ? texts.thisIsNotThePassword : undefined,
    code: fieldCodeFor(failure, 'code'),
  };
  if (outcome.step === 'done') {
    return (
      <AuthCard title={texts.confirmYourNewEmail}>
        <Notice kind="success">{texts.yourEmailIsNowNewEmail({ newEmail })}</Notice>
        <LinkButton to="/login">{texts.signIn}</LinkButton>
      </AuthCard>
    );
  }
  if (outcome.step === 'over') {
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
        refusesPassword={() => isWrongPassword || errors.code !== undefined}
        label={texts.changeEmail}
        busyText={texts.changing}
        field={<PasswordOrCode label={texts.password} email={email} errors={errors} />}
      />
    </AuthCard>
  );
}
