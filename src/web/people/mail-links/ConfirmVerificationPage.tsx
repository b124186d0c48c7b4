import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import * as texts from '#texts/mailLinks.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import '../../platform/styles/sign-in.css';
import { adoptLeftPath } from '../../platform/session/left-path.ts';
import { forgetRegistrationSecret, registrationProof } from '../../platform/session/registration-secret.ts';
import { readSession } from '../../platform/session/session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AuthCard } from '../auth/AuthCard.tsx';
import { useArrival } from '../auth/use-sign-in.ts';
import { ContinueLink } from './ContinueLink.tsx';
import { NewPasswordForm, type NewPasswordFormProps } from './NewPasswordForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { type LinkClaims, readLinkClaims } from './read-link-claims.ts';
import { SendAgain } from './SendAgain.tsx';
import { useMailLink } from './use-mail-link.ts';

/** The product's accounts, by name and id: in others a password stays what it was. */
const ownCollection = ['users', '_pb_users_auth_'];

/**
 * Where the link of a verification mail leads. In a browser that registered the account, or is signed in to it, it verifies the address at once; elsewhere it asks for the
 * password first, since somebody else may have registered the address. Who doesn't know the password sets a new one here.
 */
export function ConfirmVerificationPage() {
  const { token = '' } = useParams();
  const claims = readLinkClaims(token);
  const link = useMailLink(claims.collection);
  const sent = useRef('');
  const [wasAsked, setAsked] = useState(false);
  const confirm = (password?: string) => {
    sent.current = token;
    return link.send(async (records) => {
      if (password !== undefined) await records.authWithPassword(claims.email, password);
      await records.confirmVerification(token, { body: { token, ...registrationProof(localStorage, claims.email) } });
      forgetRegistrationSecret(localStorage);
    });
  };
  const choose: NewPasswordFormProps['set'] = async (records, { password, passwordConfirm }) => {
    sent.current = token;
    await records.confirmVerification(token, {
      body: { token, newPassword: password, newPasswordConfirm: passwordConfirm },
    });
    await records.authWithPassword(claims.email, password);
  };
  useEffect(() => {
    if (sent.current === token) return;
    adoptLeftPath(currentTime().getTime());
    const isOwn =
      readSession()?.user.id === claims.id ||
      registrationProof(localStorage, claims.email).registrationSecret !== undefined;
    // What is no whole link has nothing to ask a password for.
    if (isOwn || claims.email === '' || !ownCollection.includes(claims.collection)) void confirm();
    else setAsked(true);
  });
  const isAsking = wasAsked && link.outcome.step !== 'done' && link.outcome.step !== 'over';
  return (
    <AuthCard title={texts.verifyYourEmail}>
      {isAsking ? (
        <Password claims={claims} link={link} confirm={confirm} choose={choose} />
      ) : (
        // As high as a used link's outcome from the beginning, so that nothing below jumps when one comes.
        <div className="grid min-h-53 content-start gap-5">
          <Outcome claims={claims} link={link} wasAsked={wasAsked} retry={() => void confirm()} />
        </div>
      )}
    </AuthCard>
  );
}

type Link = ReturnType<typeof useMailLink>;
type PasswordProps = {
  claims: LinkClaims;
  link: Link;
  confirm: (password: string) => Promise<void>;
  choose: NewPasswordFormProps['set'];
};

function Password({ claims: { email }, link, confirm, choose }: PasswordProps) {
  const [isChoosing, setChoosing] = useState(false);
  const turn = (choose: boolean) => {
    link.open();
    setChoosing(choose);
  };
  if (isChoosing) {
    return (
      <>
        <p>{texts.chooseYourOwnPassword({ email })}</p>
        <NewPasswordForm link={link} email={email} label={texts.setPasswordAndVerify} set={choose} />
        <Button variant="quiet" className="justify-self-start px-2" onClick={() => turn(false)}>
          {texts.enterThePassword}
        </Button>
      </>
    );
  }
  return (
    <>
      <PasswordForm
        link={link}
        send={(form) => confirm(String(form.get('password')))}
        refusesPassword={refusesPassword}
        label={texts.verifyEmail}
        busyText={texts.verifyingNow}
        lead={<p>{texts.enterYourPasswordToVerify({ email })}</p>}
      />
      <p>{texts.forgotOrSomebodyElses}</p>
      <Button variant="secondary" className="justify-self-start" onClick={() => turn(true)}>
        {texts.setANewPassword}
      </Button>
    </>
  );
}

// Signing in and verifying are two calls; only the first is about the password.
function refusesPassword(failure: unknown): boolean {
  if (!(failure instanceof Error && 'status' in failure && 'url' in failure)) return false;
  return failure.status === 400 && String(failure.url).endsWith('/auth-with-password');
}

type OutcomeProps = { claims: LinkClaims; link: Link; wasAsked: boolean; retry: () => void };

function Outcome({ claims: { collection, email }, link, wasAsked, retry }: OutcomeProps) {
  const { outcome } = link;
  const arrive = useArrival();
  if (outcome.step === 'open') return <p role="status">{texts.verifyingEmail({ email: email || texts.yourEmail })}</p>;
  if (outcome.step === 'done') {
    return (
      <>
        <Notice kind="success">{texts.emailIsVerified({ email: email || texts.emailHeading })}</Notice>
        {wasAsked ? <Button onClick={arrive}>{texts.goOn}</Button> : <ContinueLink />}
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
