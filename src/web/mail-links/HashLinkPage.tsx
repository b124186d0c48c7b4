import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import '../app/styles/sign-in.css';
import { AuthCard } from '../auth/AuthCard.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
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
      <AuthCard title={link.isSuccess ? 'Signed in' : 'Not signed in'}>
        <Notice kind={link.isSuccess ? 'success' : 'failure'}>
          {link.isSuccess
            ? 'You can close this window.'
            : 'The sign-in did not go through. Close this window and try again.'}
        </Notice>
      </AuthCard>
    );
  }
  if (link?.kind === 'unknown') {
    return (
      <AuthCard title="Nothing here" lead="This address leads nowhere.">
        <LinkButton to="/">To the start page</LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="One moment">
      <p role="status">Opening your link…</p>
    </AuthCard>
  );
}
