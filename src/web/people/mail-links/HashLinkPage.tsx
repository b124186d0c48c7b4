import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import '../../platform/styles/sign-in.css';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AuthCard } from '../auth/AuthCard.tsx';
import { readHashLink } from './read-hash-link.ts';

/** `/_/#/auth/…`: where the backend's usual mails lead, and the window of a sign-in with another provider ends. */
export function HashLinkPage() {
  const navigate = useNavigate();
  const [link, setLink] = useState<ReturnType<typeof readHashLink>>();
  useEffect(() => {
    const found = readHashLink(location.hash);
    setLink(found);
    if (found.kind === 'mail') void navigate(found.path, { replace: true });
  }, [navigate]);
  if (link?.kind === 'provider') {
    return (
      <AuthCard title={link.isSuccess ? texts.signedIn : texts.notSignedIn}>
        <Notice kind={link.isSuccess ? 'success' : 'failure'}>
          {link.isSuccess ? texts.youCanCloseThisWindow : texts.signInNotThrough}
        </Notice>
      </AuthCard>
    );
  }
  if (link?.kind === 'unknown') {
    return (
      <AuthCard title={texts.nothingHere} lead={texts.thisAddressLeadsNowhere}>
        <LinkButton to="/">{texts.toTheStartPage}</LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={texts.oneMoment}>
      <p role="status">{texts.openingYourLink}</p>
    </AuthCard>
  );
}
