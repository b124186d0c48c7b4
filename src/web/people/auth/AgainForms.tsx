import type { FormEvent, ReactNode } from 'react';
import * as texts from '#texts/shell.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx';
import { OtpBoxes } from './OtpBoxes.tsx';
import { usePasskeys } from './passkeys.ts';
import { Lead, SecondFactorForms } from './SecondFactor.tsx';
import type { Challenge } from './second-factor.ts';
import { useSecondFactor } from './use-second-factor.ts';
import { type SigningInAgain, useSigningInAgain } from './use-signing-in-again.ts';

type AgainFormsProps = { email: string; onDone: () => void; leave: ReactNode };
type FormProps = { signIn: SigningInAgain; email: string };

/** The forms of signing in again to an account over the page. `leave` is the button for who will not. */
export function AgainForms({ email, onDone, leave }: AgainFormsProps) {
  const { auth } = useConfig();
  const hasPasskeys = usePasskeys();
  const signIn = useSigningInAgain(email, onDone);
  if (signIn.challenge) {
    return <SecondHalf challenge={signIn.challenge} onDone={signIn.done} onRestart={signIn.restart} />;
  }
  return (
    <>
      {signIn.failure && <Notice kind="failure">{signIn.failure}</Notice>}
      {signIn.way === 'password' ? (
        <PasswordForm signIn={signIn} email={email} />
      ) : (
        <CodeForm signIn={signIn} email={email} />
      )}
      <div className="flex flex-wrap justify-between gap-2">
        {auth.enableOTPLogin && (
          <Button variant="quiet" className="px-2" disabled={signIn.isBusy} onClick={() => void signIn.sendCode()}>
            {signIn.way === 'password' ? texts.sendMeACodeInstead : texts.sendANewCode}
          </Button>
        )}
        {hasPasskeys && (
          <Button
            variant="quiet"
            className="px-2"
            disabled={signIn.isBusy}
            onClick={() => void signIn.answerByPasskey()}
          >
            {texts.useAPasskey}
          </Button>
        )}
        {leave}
      </div>
    </>
  );
}

type SecondHalfProps = { challenge: Challenge; onDone: () => void; onRestart: () => void };

function SecondHalf({ challenge, onDone, onRestart }: SecondHalfProps) {
  const factor = useSecondFactor(challenge, onDone);
  return (
    <>
      <p>
        <Lead factor={factor} />
      </p>
      <SecondFactorForms factor={factor} onRestart={onRestart} />
    </>
  );
}

function PasswordForm({ signIn, email }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void signIn.enterPassword(String(new FormData(event.currentTarget).get('password')));
  };
  return (
    <form method="post" className="grid gap-4" onSubmit={submit} onChange={signIn.clear}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput label={texts.yourPassword} name="password" autoComplete="current-password" required />
      <Button type="submit" isBusy={signIn.isBusy} busyText={texts.signingIn}>
        {texts.signIn}
      </Button>
    </form>
  );
}

function CodeForm({ signIn, email }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.verify();
  };
  return (
    <form method="post" className="grid gap-4" onSubmit={submit}>
      <p>{texts.weSentSixDigitsTo({ email })}</p>
      <OtpBoxes digits={signIn.digits} isInvalid={signIn.failure !== undefined} onChange={signIn.setDigits} />
      {signIn.demoCode && (
        <p className="text-note text-soft">
          {inline(
            texts.demoAccountYourCodeIs({
              b: (text) => <b className="figures text-ink">{text}</b>,
              demoCode: signIn.demoCode,
            }),
          )}
        </p>
      )}
      <Button type="submit" isBusy={signIn.isBusy} busyText={texts.checking}>
        {texts.verifyCode}
      </Button>
    </form>
  );
}
