import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import * as texts from '#texts/auth.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { inline } from '../ui/inline.ts';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { AuthCard } from './AuthCard.tsx';
import { OtpBoxes } from './OtpBoxes.tsx';
import type { Challenge } from './second-factor.ts';
import { type SecondFactorState, useSecondFactor } from './use-second-factor.ts';

type SecondFactorProps = { challenge: Challenge; onRestart: () => void };

/** The second half of signing in to an account that asks for two. A code that can't be had has three ways out. */
export function SecondFactor({ challenge, onRestart }: SecondFactorProps) {
  const factor = useSecondFactor(challenge);
  return (
    <AuthCard title={titles[factor.way]} lead={<Lead factor={factor} />}>
      {factor.message && <Notice kind={factor.message.kind}>{factor.message.text}</Notice>}
      {factor.way === 'code' && (factor.email === '' ? <AddressForm factor={factor} /> : <CodeForm factor={factor} />)}
      {factor.way === 'recovery' && <RecoveryForm factor={factor} />}
      {factor.way === 'password' && <PasswordForm factor={factor} />}
      <details>
        <summary className="min-h-11 py-2.5 font-semibold text-green">{texts.cantGetIn}</summary>
        <div className="grid gap-2 text-soft">
          {factor.way === 'code' && (
            <p>{inline(texts.recoveryCodeWay({ way: wayTo(() => factor.choose('recovery')) }))}</p>
          )}
          {factor.way === 'recovery' && (
            <p>{inline(texts.mailedCodeWay({ way: wayTo(() => factor.choose('code')) }))}</p>
          )}
          {factor.way === 'password' && (
            <p>
              {inline(texts.setNewPassword({ forgotPassword: (text) => <Link to="/forgot-password">{text}</Link> }))}
            </p>
          )}
          <p>{texts.lostBoth}</p>
        </div>
      </details>
      <Button variant="quiet" className="justify-self-start px-2" onClick={onRestart}>
        {texts.startAgain}
      </Button>
    </AuthCard>
  );
}

const titles = { code: texts.oneMoreStep, recovery: texts.useARecoveryCode, password: texts.oneMoreStep };

function Lead({ factor }: { factor: SecondFactorState }) {
  if (factor.way === 'recovery') return <>{texts.recoveryCodeLead}</>;
  if (factor.way === 'password') return <>{texts.twoFactorIsOnEnter}</>;
  return <>{factor.email ? texts.twoFactorIsOnCodeSent({ email: factor.email }) : texts.twoFactorIsOn}</>;
}

/** The words of a sentence that lead to another way, as a button. */
function wayTo(choose: () => void) {
  return (words: string): ReactNode => (
    <Button variant="quiet" className="px-0" onClick={choose}>
      {words}
    </Button>
  );
}

type FormProps = { factor: SecondFactorState };

function onSubmit(run: (form: FormData) => unknown) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(new FormData(event.currentTarget));
  };
}

function AddressForm({ factor }: FormProps) {
  const submit = onSubmit((form) => factor.send(String(form.get('email')).trim()));
  return (
    <form method="post" className="grid gap-4" onSubmit={submit}>
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        hint={texts.yourAccounts}
        required
      />
      <Button type="submit" isBusy={factor.isBusy} busyText={texts.sendingCode}>
        {texts.sendCode}
      </Button>
    </form>
  );
}

function CodeForm({ factor }: FormProps) {
  return (
    <form method="post" className="grid gap-4" onSubmit={onSubmit(factor.verify)}>
      <OtpBoxes digits={factor.digits} isInvalid={factor.message?.kind === 'failure'} onChange={factor.setDigits} />
      {factor.demoCode && (
        <p className="text-sm text-soft">
          {inline(
            texts.demoAccountYourCodeIs({
              b: (text) => <b className="figures text-ink">{text}</b>,
              demoCode: factor.demoCode,
            }),
          )}
        </p>
      )}
      <Button type="submit" isBusy={factor.isBusy} busyText={texts.checking}>
        {texts.verifyCode}
      </Button>
      <Button
        variant="quiet"
        className="figures justify-self-start px-2"
        disabled={factor.secondsLeft > 0 || factor.isBusy}
        onClick={() => void factor.send(factor.email)}
      >
        {factor.secondsLeft > 0
          ? texts.resendCodeInSecondsLeftS({ secondsLeft: factor.secondsLeft })
          : texts.resendCode}
      </Button>
    </form>
  );
}

function RecoveryForm({ factor }: FormProps) {
  return (
    <form method="post" className="grid gap-4" onSubmit={onSubmit((form) => factor.recover(String(form.get('code'))))}>
      <TextField
        label={texts.recoveryCode}
        name="code"
        hint={texts.suchAsAbcdEfghJkmn}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="figures"
        maxLength={40}
        required
        autoFocus
      />
      <Button type="submit" isBusy={factor.isBusy} busyText={texts.checking}>
        {texts.signIn}
      </Button>
    </form>
  );
}

function PasswordForm({ factor }: FormProps) {
  const submit = onSubmit((form) => factor.enterPassword(String(form.get('password'))));
  return (
    <form method="post" className="grid gap-4" onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={factor.email} readOnly />
      <PasswordInput label={texts.password} name="password" autoComplete="current-password" required />
      <Button type="submit" isBusy={factor.isBusy} busyText={texts.signingIn}>
        {texts.signIn}
      </Button>
    </form>
  );
}
