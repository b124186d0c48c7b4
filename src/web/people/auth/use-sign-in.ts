import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useConfig } from '../../platform/ground/use-config.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { takeWantedPath } from '../../platform/session/wanted-path.ts';
import { type Challenge, challengeIn } from './second-factor.ts';
import { signInWithGoogle } from './sign-in-with-google.ts';

/** Where a person goes after signing in: to what was wanted before, else to the dashboard. */
export function useArrival(): () => void {
  const navigate = useNavigate();
  const { dashboard } = useConfig();
  return () => void navigate(takeWantedPath() ?? dashboard.defaultRoute, { replace: true });
}

export type GoogleSignIn = {
  isBusy: boolean;
  error: string | undefined;
  /** The account asks for a second factor. */
  challenge: Challenge | undefined;
  /** Forgets what went wrong and what was begun. */
  clearError: () => void;
  start: () => Promise<void>;
};

/** Signing in with Google in a window of its own. `onSuccess` runs only when there is a result. */
export function useGoogleSignIn(fallback: string, onSuccess: () => void): GoogleSignIn {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [challenge, setChallenge] = useState<Challenge>();
  const start = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const backend = await loadBackend();
      await signInWithGoogle(backend.collection('users'), onSuccess);
    } catch (failure) {
      const mfaId = challengeIn(failure);
      if (mfaId) setChallenge({ mfaId, email: '', first: 'oauth2' });
      else setError(messageFor(failure, fallback));
    } finally {
      setBusy(false);
    }
  };
  const clearError = () => {
    setError(undefined);
    setChallenge(undefined);
  };
  return { isBusy, error, challenge, clearError, start };
}
