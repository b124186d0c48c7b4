import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import { currentTime } from '../ground/clock.ts';
import '../app/styles/sign-in.css';
import { AuthCard } from '../auth/AuthCard.tsx';
import { adoptLeftPath } from '../session/left-path.ts';
import { useSession } from '../session/use-session.ts';
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
  // Whether this browser is signed in to the account: else somebody else may have registered it, with a password of theirs.
  const wasOwn = useRef(false);
  const isOwn = useSession()?.id === claims.id;
  const confirm = () =>
    link.send(async (records) => {
      wasOwn.current = isOwn;
      await records.confirmVerification(token);
    });
  useEffect(() => {
    if (sent.current === token) return;
    sent.current = token;
    adoptLeftPath(currentTime().getTime());
    void confirm();
  });
  return (
    <AuthCard title={texts.verifyYourEmail}>
      {/* As high as a used link's outcome from the beginning, so that nothing below jumps when one comes. */}
      <div className="grid min-h-53 content-start gap-5">
        <Outcome claims={claims} link={link} wasOwn={wasOwn.current} retry={() => void confirm()} />
      </div>
    </AuthCard>
  );
}

/** The product's accounts, by name and id: in others a password stays what it was. */
const ownCollection = ['users', '_pb_users_auth_'];

type OutcomeProps = { claims: LinkClaims; link: ReturnType<typeof useMailLink>; wasOwn: boolean; retry: () => void };

function Outcome({ claims: { collection, email }, link, wasOwn, retry }: OutcomeProps) {
  const { outcome } = link;
  if (outcome.step === 'open') return <p role="status">{texts.verifyingEmail({ email: email || texts.yourEmail })}</p>;
  if (outcome.step === 'done') {
    return (
      <>
        <Notice kind="success">{texts.emailIsVerified({ email: email || texts.emailHeading })}</Notice>
        <ContinueLink />
        {!wasOwn && ownCollection.includes(collection) && (
          <>
            <p>{texts.chooseYourOwnPassword}</p>
            <SendAgain
              label={texts.mailMeALinkToSetAPassword}
              email={email}
              send={(address, records) => records.requestPasswordReset(address)}
              collection={collection}
            />
          </>
        )}
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
