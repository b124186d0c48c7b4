import { useParams } from 'react-router';
import { ConfirmAccountChangePage } from './ConfirmAccountChangePage.tsx';
import { ConfirmEmailChangePage } from './ConfirmEmailChangePage.tsx';
import { ConfirmPasswordResetPage, invitationWords, resetWords } from './ConfirmPasswordResetPage.tsx';
import { ConfirmVerificationPage } from './ConfirmVerificationPage.tsx';

/** The page of a mailed link. Another link of the same kind begins anew. */
export function MailLinkPage() {
  const { what, token } = useParams();
  if (what === 'confirm-verification') return <ConfirmVerificationPage key={token} />;
  if (what === 'confirm-password-reset') return <ConfirmPasswordResetPage key={token} words={resetWords} />;
  if (what === 'accept-invitation') return <ConfirmPasswordResetPage key={token} words={invitationWords} />;
  if (what === 'confirm-account-change') return <ConfirmAccountChangePage key={token} />;
  return <ConfirmEmailChangePage key={token} />;
}
