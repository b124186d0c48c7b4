import { useParams } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import '../../platform/styles/sign-in.css';
import { forgetRegistrationSecret, registrationProof } from '../../platform/session/registration-secret.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AuthCard } from '../auth/AuthCard.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
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
      <NewPasswordForm
        link={link}
        email={email}
        label={texts.setPassword}
        set={async (records, { password, passwordConfirm }) => {
          const body = { token, password, passwordConfirm, ...registrationProof(localStorage, email) };
          await records.confirmPasswordReset(token, password, passwordConfirm, { body });
          forgetRegistrationSecret(localStorage);
          await signOutOf(id);
        }}
      />
    </AuthCard>
  );
}
