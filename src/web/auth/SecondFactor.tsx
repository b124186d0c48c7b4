import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
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
        <summary className="min-h-11 py-2.5 font-semibold text-green">Can’t get in?</summary>
        <div className="grid gap-2 text-soft">
          {factor.way === 'code' && (
            <Way onChoose={() => factor.choose('recovery')} label="Use a recovery code">
              one of the ten you kept when you turned this on.
            </Way>
          )}
          {factor.way === 'recovery' && (
            <Way onChoose={() => factor.choose('code')} label="Use a code from your email">
              we send six digits.
            </Way>
          )}
          {factor.way === 'password' && (
            <p>
              <Link to="/forgot-password">Set a new password</Link> with a link to your email.
            </p>
          )}
          <p>Lost both? Write to the address that our mails come from. We check who you are before we turn this off.</p>
        </div>
      </details>
      <Button variant="quiet" className="justify-self-start px-2" onClick={onRestart}>
        Start again
      </Button>
    </AuthCard>
  );
}

const titles = { code: 'One more step', recovery: 'Use a recovery code', password: 'One more step' };

function Lead({ factor }: { factor: SecondFactorState }) {
  if (factor.way === 'recovery') return <>Each code works once, in the place of a mailed one.</>;
  if (factor.way === 'password') return <>Two-factor is on: enter your password, too.</>;
  return <>Two-factor is on{factor.email && `: we sent six digits to ${factor.email}`}.</>;
}

function Way({ label, onChoose, children }: { label: string; onChoose: () => void; children: ReactNode }) {
  return (
    <p>
      <Button variant="quiet" className="px-0" onClick={onChoose}>
        {label}
      </Button>
      : {children}
    </p>
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
      <TextField label="Email" name="email" type="email" autoComplete="email" hint="Your account’s" required />
      <Button type="submit" isBusy={factor.isBusy} busyText="Sending code...">
        Send code
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
          Demo account: your code is <b className="figures text-ink">{factor.demoCode}</b>
        </p>
      )}
      <Button type="submit" isBusy={factor.isBusy} busyText="Checking...">
        Verify code
      </Button>
      <Button
        variant="quiet"
        className="figures justify-self-start px-2"
        disabled={factor.secondsLeft > 0 || factor.isBusy}
        onClick={() => void factor.send(factor.email)}
      >
        {factor.secondsLeft > 0 ? `Resend code in ${factor.secondsLeft} s` : 'Resend code'}
      </Button>
    </form>
  );
}

function RecoveryForm({ factor }: FormProps) {
  return (
    <form method="post" className="grid gap-4" onSubmit={onSubmit((form) => factor.recover(String(form.get('code'))))}>
      <TextField
        label="Recovery code"
        name="code"
        hint="Such as abcd-efgh-jkmn"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="figures"
        maxLength={40}
        required
        autoFocus
      />
      <Button type="submit" isBusy={factor.isBusy} busyText="Checking...">
        Sign in
      </Button>
    </form>
  );
}

function PasswordForm({ factor }: FormProps) {
  const submit = onSubmit((form) => factor.enterPassword(String(form.get('password'))));
  return (
    <form method="post" className="grid gap-4" onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={factor.email} readOnly />
      <PasswordInput label="Password" name="password" autoComplete="current-password" required />
      <Button type="submit" isBusy={factor.isBusy} busyText="Signing in...">
        Sign in
      </Button>
    </form>
  );
}
