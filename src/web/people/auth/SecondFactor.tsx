import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import * as texts from '#texts/auth.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx';
import { AuthCard } from './AuthCard.tsx';
import { OtpBoxes } from './OtpBoxes.tsx';
import type { Challenge } from './second-factor.ts';
import { type SecondFactorState, useSecondFactor } from './use-second-factor.ts';
import { useArrival } from './use-sign-in.ts';

type SecondFactorProps = { challenge: Challenge; onRestart: () => void };

/** The second half of signing in to an account that asks for two, on a page of its own. */
export function SecondFactor({ challenge, onRestart }: SecondFactorProps) {
  const factor = useSecondFactor(challenge, useArrival());
  return (
    <AuthCard title={titleOf(factor)} lead={<Lead factor={factor} />}>
      <SecondFactorForms factor={factor} onRestart={onRestart} />
    </AuthCard>
  );
}

function titleOf({ way }: SecondFactorState): string {
  return way === 'recovery' ? texts.useARecoveryCode : texts.oneMoreStep;
}

type FormsProps = { factor: SecondFactorState; onRestart: () => void };

/** The form of the way that was chosen, and the others there are. */
export function SecondFactorForms({ factor, onRestart }: FormsProps) {
  return (
    <>
      {factor.message && <Notice kind={factor.message.kind}>{factor.message.text}</Notice>}
      {factor.way === 'code' && (factor.email === '' ? <AddressForm factor={factor} /> : <CodeForm factor={factor} />)}
      {factor.way === 'app' && <AppForm factor={factor} />}
      {factor.way === 'passkey' && <PasskeyForm factor={factor} />}
      {factor.way === 'recovery' && <RecoveryForm factor={factor} />}
      {factor.way === 'password' && <PasswordForm factor={factor} />}
      <details>
        <summary className="min-h-11 py-2.5 font-semibold text-green">{texts.cantGetIn}</summary>
        <div className="grid gap-2 text-soft">
          {factor.ways
            .filter((way) => way !== factor.way)
            .map((way) => (
              <p key={way}>{inline(wayTexts[way]({ way: wayTo(() => factor.choose(way)) }))}</p>
            ))}
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
    </>
  );
}

const wayTexts = {
  code: texts.mailedCodeWay,
  app: texts.appWay,
  passkey: texts.passkeyWay,
  recovery: texts.recoveryCodeWay,
  password: texts.passwordWay,
};

/** What the chosen way asks for, in a sentence. */
export function Lead({ factor }: { factor: SecondFactorState }) {
  if (factor.way === 'recovery') return <>{texts.recoveryCodeLead}</>;
  if (factor.way === 'password') return <>{texts.twoFactorIsOnEnter}</>;
  if (factor.way === 'app') return <>{texts.twoFactorIsOnApp}</>;
  if (factor.way === 'passkey') return <>{texts.twoFactorIsOnPasskey}</>;
  const isSent = factor.way === 'code' && factor.email !== '';
  return <>{isSent ? texts.twoFactorIsOnCodeSent({ email: factor.email }) : texts.twoFactorIsOn}</>;
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

function AppForm({ factor }: FormProps) {
  return (
    <form method="post" className="grid gap-4" onSubmit={onSubmit(factor.enterAppCode)}>
      <OtpBoxes
        legend={texts.codeFromYourApp}
        digits={factor.digits}
        isInvalid={factor.message?.kind === 'failure'}
        onChange={factor.setDigits}
      />
      <Button type="submit" isBusy={factor.isBusy} busyText={texts.checking}>
        {texts.verifyCode}
      </Button>
    </form>
  );
}

function PasskeyForm({ factor }: FormProps) {
  return (
    <Button isBusy={factor.isBusy} busyText={texts.checking} onClick={() => void factor.answerByPasskey()}>
      {texts.useYourPasskey}
    </Button>
  );
}

function CodeForm({ factor }: FormProps) {
  return (
    <form method="post" className="grid gap-4" onSubmit={onSubmit(factor.verify)}>
      <OtpBoxes digits={factor.digits} isInvalid={factor.message?.kind === 'failure'} onChange={factor.setDigits} />
      {factor.demoCode && (
        <p className="text-note text-soft">
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
