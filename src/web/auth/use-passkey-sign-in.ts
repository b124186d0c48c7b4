import { useState } from 'react';
import * as texts from '#texts/auth.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import { signInWithPasskey } from './passkeys.ts';

/** Signing in by a passkey alone; `onSuccess` runs once somebody is signed in. */
export function usePasskeySignIn(onSuccess: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const start = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await signInWithPasskey();
      onSuccess();
    } catch (failure) {
      setError(fieldMessageFor(failure, 'response') ?? messageFor(failure, texts.passkeyNotUsed));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, clearError: () => setError(undefined), start };
}
