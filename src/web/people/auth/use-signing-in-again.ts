import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#texts/shell.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { useToast } from '../../platform/ui/Toasts.tsx';
import { completeCode, emptyOtp, type OtpDigits } from './otp-digits.ts';
import { signInWithPasskey } from './passkeys.ts';
import { readDemoCode } from './read-demo-code.ts';
import { type Challenge, challengeIn } from './second-factor.ts';

type State = {
  way: 'password' | 'code';
  otpId: string;
  /** The first half was right, and the account asks for two. */
  challenge: Challenge | undefined;
  digits: OtpDigits;
  failure: string | undefined;
  isBusy: boolean;
  demoCode: string | undefined;
};

const initial: State = {
  way: 'password',
  otpId: '',
  challenge: undefined,
  digits: emptyOtp,
  failure: undefined,
  isBusy: false,
  demoCode: undefined,
};

/** Signing in again to the account `email` without leaving the page: by password, mailed code or passkey, or by two where the account asks for it. `onDone` runs then. */
export function useSigningInAgain(email: string, onDone: () => void) {
  const queries = useQueryClient();
  const toast = useToast();
  const { showDemoCodes } = useConfig();
  const [state, setState] = useState(initial);
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }));

  const done = () => {
    onDone();
    toast({ text: texts.youAreSignedInAgain });
    void queries.invalidateQueries();
  };

  const sendCode = async () => {
    change({ isBusy: true, failure: undefined });
    try {
      const { otpId } = await (await loadBackend()).collection('users').requestOTP(email);
      change({ way: 'code', otpId, digits: emptyOtp, isBusy: false });
      if (showDemoCodes) change({ demoCode: await readDemoCode(email) });
    } catch (error) {
      change({ isBusy: false, failure: messageFor(error, texts.failedToSendOtpPlease) });
    }
  };

  const attempt = async (run: () => Promise<unknown>, first: 'password' | 'otp', fallback: string) => {
    change({ isBusy: true, failure: undefined });
    try {
      await run();
      done();
    } catch (error) {
      const mfaId = challengeIn(error);
      if (mfaId) change({ isBusy: false, challenge: { mfaId, email, first } });
      else change({ isBusy: false, failure: messageFor(error, fallback) });
    }
  };

  return {
    ...state,
    done,
    sendCode,
    setDigits: (digits: OtpDigits) => change({ digits, failure: undefined }),
    clear: () => change({ failure: undefined }),
    restart: () => setState(initial),
    enterPassword: (password: string) =>
      attempt(
        async () => (await loadBackend()).collection('users').authWithPassword(email, password),
        'password',
        texts.failedToLoginPleaseCheck,
      ),
    answerByPasskey: () => attempt(() => signInWithPasskey(), 'password', texts.passkeyNotUsed),
    verify: () => {
      const code = completeCode(state.digits);
      if (code === undefined) return change({ failure: texts.pleaseEnterAll6Digits });
      void attempt(
        async () => (await loadBackend()).collection('users').authWithOTP(state.otpId, code),
        'otp',
        texts.invalidOtpPleaseTryAgain,
      );
    },
  };
}

export type SigningInAgain = ReturnType<typeof useSigningInAgain>;
