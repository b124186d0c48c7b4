import { useState } from 'react';
import * as texts from '#texts/auth.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { signInWithPasskey, usePasskeys } from './passkeys.ts';
import { useArrival } from './use-sign-in.ts';

/** Signing in by a passkey alone, where this browser has any for this site. `onFailure` is told why it did not work, and nothing at a new try. */
export function PasskeySignIn({ onFailure }: { onFailure: (message: string | undefined) => void }) {
  const isOffered = usePasskeys();
  const arrive = useArrival();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    onFailure(undefined);
    try {
      await signInWithPasskey();
      arrive();
    } catch (failure) {
      onFailure(fieldMessageFor(failure, 'response') ?? messageFor(failure, texts.passkeyNotUsed));
    } finally {
      setBusy(false);
    }
  };
  if (!isOffered) return null;
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={() => void start()}>
      {texts.signInWithAPasskey}
    </Button>
  );
}
