import type { FormEvent } from 'react';
import * as texts from '#texts/shell.ts';
import { OtpBoxes } from '../auth/OtpBoxes.tsx';
import { useConfig } from '../ground/use-config.ts';
import { setSessionEnded } from '../session/ended-session.ts';
import type { SessionUser } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { inline } from '../ui/inline.ts';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { SealedDialog } from '../ui/SealedDialog.tsx';
import { useSigningInAgain } from './use-signing-in-again.ts';

type SignInAgainProps = { user: SessionUser; leave: () => void };
type FormProps = { signIn: ReturnType<typeof useSigningInAgain>; email: string };

/**
 * Over a page whose session the server has ended: whoever used it signs in again and goes on, with everything that was typed still there. The
 * page behind is hidden, since it may be somebody else who sits before it now.
 */
export function SignInAgain({ user, leave }: SignInAgainProps) {
  const { auth } = useConfig();
  const signIn = useSigningInAgain(user.email);
  return (
    <SealedDialog title={texts.signInAgain} description={texts.sessionEnded({ email: user.email })}>
      {signIn.failure && <Notice kind="failure">{signIn.failure}</Notice>}
      {signIn.way === 'password' ? (
        <PasswordForm signIn={signIn} email={user.email} />
      ) : (
        <CodeForm signIn={signIn} email={user.email} />
      )}
      <div className="flex flex-wrap justify-between gap-2">
        {auth.enableOTPLogin && signIn.mfaId === undefined && (
          <Button variant="quiet" className="px-2" disabled={signIn.isBusy} onClick={() => void signIn.sendCode()}>
            {signIn.way === 'password' ? texts.sendMeACodeInstead : texts.sendANewCode}
          </Button>
        )}
        <Button
          variant="quiet"
          className="px-2"
          onClick={() => {
            setSessionEnded(false);
            leave();
          }}
        >
          {texts.leaveThisPage}
        </Button>
      </div>
    </SealedDialog>
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
        <p className="text-sm text-soft">
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
