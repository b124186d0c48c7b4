import { type FormEvent, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import '../app/styles/sign-in.css';
import { useConfig } from '../app/use-config.ts';
import { loadBackend } from '../session/backend.ts';
import { messageFor } from '../session/message-for.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { AuthCard, Divider } from './AuthCard.tsx';
import { SecondFactor } from './LazySecondFactor.tsx';
import { type Challenge, challengeIn } from './second-factor.ts';
import { useArrival, useGoogleSignIn } from './use-sign-in.ts';
import { WantedLesson } from './WantedLesson.tsx';

/** Signing in with email and password, with a code, or with Google where that is switched on. */
export function LoginPage() {
  const { auth } = useConfig();
  const navigate = useNavigate();
  const google = useGoogleSignIn('Failed to sign in with Google. Please try again.', () => void navigate('/user/home'));
  const password = usePasswordLogin();
  const error = password.error ?? google.error;
  const clear = () => {
    password.clearError();
    google.clearError();
  };
  const challenge = password.challenge ?? google.challenge;
  if (challenge) {
    return (
      <Suspense>
        <SecondFactor challenge={challenge} onRestart={clear} />
      </Suspense>
    );
  }
  return (
    <AuthCard title="Sign in">
      <WantedLesson />
      <form
        method="post"
        action="/login"
        className="grid gap-4"
        onSubmit={password.submit}
        onChange={clear}
        onFocus={() => void loadBackend()}
      >
        {error && <Notice kind="failure">{error}</Notice>}
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordInput label="Password" name="password" autoComplete="current-password" required />
        <Button type="submit" isBusy={password.isBusy} busyText="Signing in...">
          Sign in
        </Button>
      </form>
      {(auth.enableOTPLogin || auth.enableGoogleSignIn) && <Divider text="Or" />}
      {auth.enableGoogleSignIn && (
        <Button variant="secondary" isBusy={google.isBusy} onClick={() => void google.start()}>
          Continue with Google
        </Button>
      )}
      {auth.enableOTPLogin && (
        <LinkButton variant="secondary" to="/login-otp">
          Sign in with a one-time code
        </LinkButton>
      )}
      <p className="text-center">
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
      <p className="text-center">
        New here? <Link to="/register">Create an account</Link>
      </p>
    </AuthCard>
  );
}

function usePasswordLogin() {
  const arrive = useArrival();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [challenge, setChallenge] = useState<Challenge>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email'));
    setBusy(true);
    setError(undefined);
    try {
      const backend = await loadBackend();
      await backend.collection('users').authWithPassword(email, String(form.get('password')));
      arrive();
    } catch (failure) {
      const mfaId = challengeIn(failure);
      if (mfaId) setChallenge({ mfaId, email, first: 'password' });
      else setError(messageFor(failure, 'Failed to login. Please check your credentials.'));
    } finally {
      setBusy(false);
    }
  };
  const clearError = () => {
    setError(undefined);
    setChallenge(undefined);
  };
  return { isBusy, error, challenge, clearError, submit };
}
