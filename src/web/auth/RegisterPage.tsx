import { type FormEvent, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import '../app/styles/sign-in.css';
import { useConfig } from '../app/use-config.ts';
import { loadBackend } from '../session/backend.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { AuthCard, Divider } from './AuthCard.tsx';
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
  const google = useGoogleSignIn(
    'Failed to sign up with Google. Please try again.',
    () => void navigate(dashboard.defaultRoute),
  );
  const isBusy = registration.isBusy || google.isBusy;
  const clear = () => {
    registration.clear();
    google.clearError();
  };
  if (google.challenge) {
    return (
      <Suspense>
        <SecondFactor challenge={google.challenge} onRestart={google.clearError} />
      </Suspense>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    void registration.register({
      name: text('name').trim(),
      email: text('email').trim(),
      password: text('password'),
      passwordConfirm: text('passwordConfirm'),
      hasAgreed: form.has('terms'),
    });
  };
  return (
    <AuthCard title="Create an account" lead="For learners and for instructors. It costs nothing.">
      <WantedLesson />
      <form
        method="post"
        action="/register"
        className="grid gap-4"
        onSubmit={submit}
        onChange={clear}
        onFocus={() => void loadBackend()}
      >
        <RegisterFields emailError={registration.outcome?.emailError} />
        {registration.outcome && <Notice kind={registration.outcome.kind}>{registration.outcome.text}</Notice>}
        {google.error && <Notice kind="failure">{google.error}</Notice>}
        <Button type="submit" disabled={google.isBusy} isBusy={registration.isBusy} busyText="Creating account...">
          Create account
        </Button>
      </form>
      {auth.enableGoogleSignIn && (
        <Button variant="secondary" disabled={isBusy} onClick={() => void google.start()}>
          Continue with Google
        </Button>
      )}
      {auth.enableOTPLogin && (
        <>
          <Divider text={auth.enableGoogleSignIn ? 'Or continue with' : 'Or'} />
          <LinkButton variant="secondary" to="/login-otp">
            Sign up with OTP
          </LinkButton>
        </>
      )}
      <p className="text-center">
        Already have an account? <Link to="/login">Sign in</Link>
      </p>
    </AuthCard>
  );
}

function RegisterFields({ emailError }: { emailError: string | undefined }) {
  const [typed, setTyped] = useState({ name: '', email: '', password: '' });
  const follow = (name: keyof typeof typed) => ({
    name,
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <>
      <TextField label="Full Name" {...follow('name')} autoComplete="name" required />
      <TextField label="Email" {...follow('email')} type="email" autoComplete="email" error={emailError} required />
      <PasswordInput
        label="Password"
        {...follow('password')}
        autoComplete="new-password"
        hint="At least 8 characters."
        required
      />
      <PasswordWarning password={typed.password} known={[typed.name, typed.email]} />
      <PasswordInput label="Confirm Password" name="passwordConfirm" autoComplete="new-password" required />
      <Checkbox
        name="terms"
        label={
          <>
            I agree to the <Link to="/terms">terms</Link> and the <Link to="/privacy">privacy policy</Link>
          </>
        }
      />
    </>
  );
}
