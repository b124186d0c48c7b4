import { Link } from 'react-router';
import '../app/styles/sign-in.css';
import { AuthCard } from '../auth/AuthCard.tsx';
import { SendAgain } from './SendAgain.tsx';

/** Asking for a mail with a link that sets a new password. */
export function ForgotPasswordPage() {
  return (
    <AuthCard title="Forgot your password?" lead="We mail you a link to set a new one. It works for 30 minutes.">
      <SendAgain
        label="Send the link"
        collection="users"
        email=""
        send={(email, records) => records.requestPasswordReset(email)}
      />
      <p className="text-center">
        <Link to="/login">Back to signing in</Link>
      </p>
    </AuthCard>
  );
}
