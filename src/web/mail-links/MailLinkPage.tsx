import { useParams } from 'react-router';
import { ConfirmEmailChangePage } from './ConfirmEmailChangePage.tsx';
import { ConfirmPasswordResetPage } from './ConfirmPasswordResetPage.tsx';
import { ConfirmVerificationPage } from './ConfirmVerificationPage.tsx';

/** The page of a mailed link. Another link of the same kind begins anew. */
export function MailLinkPage() {
  const { what, token } = useParams();
  if (what === 'confirm-verification') return <ConfirmVerificationPage key={token} />;
  if (what === 'confirm-password-reset') return <ConfirmPasswordResetPage key={token} />;
  return <ConfirmEmailChangePage key={token} />;
}
