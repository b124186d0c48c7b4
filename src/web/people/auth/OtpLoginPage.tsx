import { type FormEvent, Suspense, useEffect, useRef } from 'react';
import { Link, Navigate } from 'react-router';
import * as texts from '#texts/auth.ts';
import { inline } from '../../platform/ui/inline.ts';
import '../../platform/styles/sign-in.css';
import { useConfig } from '../../platform/ground/use-config.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { peekWantedPath } from '../../platform/session/wanted-path.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { AuthCard } from './AuthCard.tsx';
import { SecondFactor } from './LazySecondFactor.tsx';
import { OtpBoxes } from './OtpBoxes.tsx';
import { useOtpLogin } from './use-otp-login.ts';
import { WantedLesson } from './WantedLesson.tsx';

type OtpLogin = ReturnType<typeof useOtpLogin>;

/** Signing in, or signing up, with a code sent by email. */
export function OtpLoginPage() {
  const { auth } = useConfig();
  const login = useOtpLogin();
  if (!auth.enableOTPLogin) return <Navigate to="/login" replace />;
  if (login.challenge) {
    return (
      <Suspense>
        <SecondFactor challenge={login.challenge} onRestart={login.backToEmail} />
      </Suspense>
    );
  }
  return (
    <AuthCard
      title={texts.signInWithACode}
      lead={login.step === 'email' ? texts.codeLead : texts.sentToEmail({ email: login.email })}
    >
      <WantedLesson />
      {login.message && <Notice kind={login.message.kind}>{login.message.text}</Notice>}
      {login.step === 'email' ? <EmailStep login={login} /> : <CodeStep login={login} />}
      <p className="text-center">
        <Link to="/login">{texts.signInWithAPassword}</Link>
      </p>
      <p className="text-center">
        <Link to="/register">{texts.createAccountWithPassword}</Link>
      </p>
    </AuthCard>
  );
}

function EmailStep({ login }: { login: OtpLogin }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Who came for a lesson has one thing to do here.
    if (peekWantedPath()) form.current?.querySelector<HTMLElement>('[name=email]')?.focus();
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void login.send(String(new FormData(event.currentTarget).get('email')).trim());
  };
  return (
    <form
      ref={form}
      method="post"
      action="/login-otp"
      className="grid gap-4"
      onSubmit={submit}
      onChange={login.clearMessage}
      onFocus={() => void loadBackend()}
    >
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={login.email}
        required
      />
      <Button type="submit" isBusy={login.isBusy} busyText={texts.sendingCode}>
        {texts.sendCode}
      </Button>
    </form>
  );
}

function CodeStep({ login }: { login: OtpLogin }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void login.verify();
  };
  return (
    <form method="post" action="/login-otp" className="grid gap-4" onSubmit={submit}>
      <OtpBoxes digits={login.digits} isInvalid={login.message?.kind === 'failure'} onChange={login.setDigits} />
      {login.demoCode && (
        <p className="text-note text-soft">
          {inline(
            texts.demoAccountYourCodeIs({
              b: (text) => <b className="figures text-ink">{text}</b>,
              demoCode: login.demoCode,
            }),
          )}
        </p>
      )}
      <Button type="submit" isBusy={login.isBusy} busyText={texts.checking}>
        {texts.verifyCode}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" className="px-2" onClick={login.backToEmail}>
          {texts.backToEmail}
        </Button>
        <Button
          variant="quiet"
          className="figures px-2"
          disabled={login.secondsLeft > 0 || login.isBusy}
          onClick={() => void login.resend()}
        >
          {login.secondsLeft > 0
            ? texts.resendCodeInSecondsLeftS({ secondsLeft: login.secondsLeft })
            : texts.resendCode}
        </Button>
      </div>
    </form>
  );
}
