import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import * as texts from '#texts/auth.ts';
import { inline } from '../../platform/ui/inline.ts';
import '../../platform/styles/sign-in.css';
import { useConfig } from '../../platform/ground/use-config.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { noteEndedByServer, wasEndedByServer } from '../../platform/session/ended-session.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx';
import { AuthCard, Divider } from './AuthCard.tsx';
import { GoogleMark } from './GoogleMark.tsx';
import { PasskeySignIn, SecondFactor } from './LazySecondFactor.tsx';
import { type Challenge, challengeIn } from './second-factor.ts';
import { useArrival, useGoogleSignIn } from './use-sign-in.ts';
import { WantedLesson } from './WantedLesson.tsx';

/** Signing in with email and password, with a code, with a passkey where the browser has any, or with Google where that is switched on. */
export function LoginPage() {
  const { auth } = useConfig();
  const navigate = useNavigate();
  const hasSessionEnded = wasEndedByServer();
  // Said once: whoever comes here again came for something else.
  useEffect(() => () => noteEndedByServer(false), []);
  const google = useGoogleSignIn(texts.googleSignInFailed, () => void navigate('/user/home'));
  const password = usePasswordLogin();
  const [passkeyFailure, setPasskeyFailure] = useState<string>();
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  const registered = useRegistered(isThere);
  const error = password.error ?? google.error ?? passkeyFailure;
  const clear = () => {
    password.clearError();
    google.clearError();
    setPasskeyFailure(undefined);
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
    <AuthCard title={texts.signIn}>
      {hasSessionEnded ? <Notice kind="attention">{texts.sessionEnded}</Notice> : <WantedLesson />}
      <form
        method="post"
        action="/login"
        className="grid gap-4"
        onSubmit={password.submit}
        onChange={clear}
        onFocus={() => void loadBackend()}
      >
        {error && <Notice kind="failure">{error}</Notice>}
        {registered && <Notice kind="success">{texts.accountCreated}</Notice>}
        <TextField
          key={registered}
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={registered}
          required
        />
        <PasswordInput label={texts.password} name="password" autoComplete="current-password" required />
        <Button type="submit" isBusy={password.isBusy} busyText={texts.signingIn}>
          {texts.signIn}
        </Button>
      </form>
      {(auth.enableOTPLogin || auth.enableGoogleSignIn) && <Divider text={texts.or} />}
      {auth.enableGoogleSignIn && (
        <Button variant="secondary" isBusy={google.isBusy} onClick={() => void google.start()}>
          <GoogleMark />
          {texts.continueWithGoogle}
        </Button>
      )}
      {auth.enableOTPLogin && (
        <LinkButton variant="secondary" to="/login-otp">
          {texts.signInWithAOne}
        </LinkButton>
      )}
      {/* Later than the rest: no server knows whether the browser has any. */}
      {isThere && (
        <Suspense>
          <PasskeySignIn onFailure={setPasskeyFailure} />
        </Suspense>
      )}
      <p className="text-center">
        <Link to="/forgot-password">{texts.forgotYourPassword}</Link>
      </p>
      <p className="text-center">
        {inline(texts.newHereCreateAnAccount({ register: (text) => <Link to="/register">{text}</Link> }))}
      </p>
    </AuthCard>
  );
}

/** The address that an account was just made with in this tab: the registration leads here. A server knows nothing of it. */
function useRegistered(isThere: boolean): string | undefined {
  const state: unknown = useLocation().state;
  if (!isThere || typeof state !== 'object' || state === null) return undefined;
  const registered: unknown = Reflect.get(state, 'registered');
  return typeof registered === 'string' ? registered : undefined;
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
      else setError(messageFor(failure, texts.failedToLoginPleaseCheck));
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
