import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import { currentTime } from '../app/clock.ts';
import '../app/styles/sign-in.css';
import { AuthCard } from '../auth/AuthCard.tsx';
import { adoptLeftPath } from '../session/left-path.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ContinueLink } from './ContinueLink.tsx';
import { type LinkClaims, readLinkClaims } from './read-link-claims.ts';
import { SendAgain } from './SendAgain.tsx';
import { useMailLink } from './use-mail-link.ts';

/** Where the link of a verification mail leads: verifies the address at once and says so. */
export function ConfirmVerificationPage() {
  const { token = '' } = useParams();
  const claims = readLinkClaims(token);
  const link = useMailLink(claims.collection);
  const sent = useRef('');
  const confirm = () => link.send((records) => records.confirmVerification(token));
  useEffect(() => {
    if (sent.current === token) return;
    sent.current = token;
    adoptLeftPath(currentTime().getTime());
    void confirm();
  });
  return (
    <AuthCard title={texts.verifyYourEmail}>
      {/* As high as most outcomes from the beginning, so that nothing below jumps when one comes. */}
      <div className="grid min-h-30 content-start gap-5">
        <Outcome claims={claims} link={link} retry={() => void confirm()} />
      </div>
    </AuthCard>
  );
}

type OutcomeProps = { claims: LinkClaims; link: ReturnType<typeof useMailLink>; retry: () => void };

function Outcome({ claims: { collection, email }, link, retry }: OutcomeProps) {
  const { outcome } = link;
  if (outcome.step === 'open') return <p role="status">{texts.verifyingEmail({ email: email || texts.yourEmail })}</p>;
  if (outcome.step === 'done') {
    return (
      <>
        <Notice kind="success">{texts.emailIsVerified({ email: email || texts.emailHeading })}</Notice>
        <ContinueLink />
      </>
    );
  }
  if (outcome.step === 'over') {
    return (
      <SendAgain
        text={texts.verificationLinkSpent}
        label={texts.sendANewLink}
        email={email}
        send={(address, records) => records.requestVerification(address)}
        collection={collection}
      />
    );
  }
  return (
    <>
      <Notice kind="failure">{outcome.text}</Notice>
      <Button isBusy={link.isBusy} busyText={texts.verifyingNow} onClick={retry}>
        {texts.tryAgain}
      </Button>
    </>
  );
}
