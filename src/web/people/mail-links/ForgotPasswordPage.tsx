import { Link } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import '../../platform/styles/sign-in.css';
import { useConfig } from '../../platform/ground/use-config.ts';
import { AuthCard } from '../auth/AuthCard.tsx';
import { SendAgain } from './SendAgain.tsx';

/** Asking for a mail with a link that sets a new password. */
export function ForgotPasswordPage() {
  const { sendsMail } = useConfig();
  return (
    <AuthCard title={texts.forgotYourPassword} lead={sendsMail ? texts.weMailYouALink : texts.noMailCanBeSent}>
      {sendsMail && (
        <SendAgain
          label={texts.sendTheLink}
          collection="users"
          email=""
          send={(email, records) => records.requestPasswordReset(email)}
        />
      )}
      <p className="text-center">
        <Link to="/login">{texts.backToSigningIn}</Link>
      </p>
    </AuthCard>
  );
}
