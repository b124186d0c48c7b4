import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import * as texts from '#texts/auth.ts';
import { inline } from '../../platform/ui/inline.ts';
import '../../platform/styles/sign-in.css';
import { useConfig } from '../../platform/ground/use-config.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { wantsLesson } from '../../platform/session/wanted-path.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx';
import { AuthCard, Divider } from './AuthCard.tsx';
import type { MissingFields } from './check-registration.ts';
import { GoogleMark } from './GoogleMark.tsx';
import { SecondFactor } from './LazySecondFactor.tsx';
import { PasswordWarning } from './PasswordWarning.tsx';
import { useRegistration } from './use-registration.ts';
import { useGoogleSignIn } from './use-sign-in.ts';
import { WantedLesson } from './WantedLesson.tsx';

/** Creating an account with a password; with a code or with Google where those are switched on. */
export function RegisterPage() {
  const { auth, dashboard } = useConfig();
  const navigate = useNavigate();
  const registration = useRegistration();
  const google = useGoogleSignIn(texts.googleSignUpFailed, () => void navigate(dashboard.defaultRoute));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A time is held meanwhile: there is one thing to do here.
    if (wantsLesson()) form.current?.querySelector<HTMLElement>('[name=name]')?.focus();
  }, []);
  const isBusy = registration.isBusy || google.isBusy;
  const clear = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement) registration.clear(target.name);
    google.clearError();
  };
  if (google.challenge) {
    return (
      <Suspense>
        <SecondFactor challenge={google.challenge} onRestart={google.clearError} />
      </Suspense>
    );
  }
  return (
    <AuthCard title={texts.createAnAccount} lead={texts.forLearnersAndForInstructors}>
      <WantedLesson />
      <form
        ref={form}
        method="post"
        action="/register"
        noValidate
        className="grid gap-4"
        onSubmit={registration.submit}
        onChange={clear}
        onFocus={() => void loadBackend()}
      >
        <RegisterFields errors={{ ...registration.outcome?.refused, ...registration.missing }} />
        {registration.outcome && (registration.outcome.isTaken || registration.outcome.text) && (
          <Notice kind={registration.outcome.kind}>
            {registration.outcome.isTaken ? <AddressTaken /> : registration.outcome.text}
          </Notice>
        )}
        {google.error && <Notice kind="failure">{google.error}</Notice>}
        <Button type="submit" disabled={google.isBusy} isBusy={registration.isBusy} busyText={texts.creatingAccount}>
          {texts.createAccount}
        </Button>
      </form>
      {auth.enableGoogleSignIn && (
        <Button variant="secondary" disabled={isBusy} onClick={() => void google.start()}>
          <GoogleMark />
          {texts.continueWithGoogle}
        </Button>
      )}
      {auth.enableOTPLogin && (
        <>
          <Divider text={auth.enableGoogleSignIn ? texts.orContinueWith : texts.or} />
          <LinkButton variant="secondary" to="/login-otp">
            {texts.signUpWithOtp}
          </LinkButton>
        </>
      )}
      <p className="text-center">
        {inline(texts.alreadyHaveAnAccountSign({ login: (text) => <Link to="/login">{text}</Link> }))}
      </p>
    </AuthCard>
  );
}

/** Who has an account already needs no second one. */
function AddressTaken() {
  return (
    <p>
      {inline(
        texts.addressTaken({
          login: (text) => <Link to="/login">{text}</Link>,
          forgot: (text) => <Link to="/forgot-password">{text}</Link>,
        }),
      )}
    </p>
  );
}

function RegisterFields({ errors }: { errors: MissingFields }) {
  const [typed, setTyped] = useState({ name: '', email: '', password: '' });
  const follow = (name: keyof typeof typed) => ({
    name,
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <>
      <TextField label={texts.fullName} {...follow('name')} autoComplete="name" error={errors.name} required />
      <TextField
        label={texts.email}
        {...follow('email')}
        type="email"
        autoComplete="email"
        error={errors.email}
        required
      />
      <PasswordInput
        label={texts.password}
        {...follow('password')}
        autoComplete="new-password"
        hint={texts.atLeast8Characters}
        error={errors.password}
        required
      />
      <PasswordWarning password={typed.password} known={[typed.name, typed.email]} error={errors.password} />
      <PasswordInput
        label={texts.confirmPassword}
        name="passwordConfirm"
        autoComplete="new-password"
        error={errors.passwordConfirm}
        required
      />
      <Checkbox
        name="terms"
        label={inline(
          texts.iAgreeToTheTerms({
            terms: (text) => <Link to="/terms">{text}</Link>,
            privacy: (text) => <Link to="/privacy">{text}</Link>,
          }),
        )}
      />
    </>
  );
}
