import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#texts/shell.ts';
import { completeCode, emptyOtp, type OtpDigits } from '../auth/otp-digits.ts';
import { readDemoCode } from '../auth/read-demo-code.ts';
import { challengeIn } from '../auth/second-factor.ts';
import { useConfig } from '../ground/use-config.ts';
import { loadBackend } from '../session/backend.ts';
import { setSessionEnded } from '../session/ended-session.ts';
import { messageFor } from '../session/message-for.ts';
import { useToast } from '../ui/Toasts.tsx';

type State = {
  way: 'password' | 'code';
  otpId: string;
  /** Of the first half of a sign-in that takes two. */
  mfaId: string | undefined;
  digits: OtpDigits;
  failure: string | undefined;
  isBusy: boolean;
  demoCode: string | undefined;
};

const initial: State = {
  way: 'password',
  otpId: '',
  mfaId: undefined,
  digits: emptyOtp,
  failure: undefined,
  isBusy: false,
  demoCode: undefined,
};

/** Signing in again to the account `email` without leaving the page: by password or mailed code, or by both where the account asks for two. */
export function useSigningInAgain(email: string) {
  const queries = useQueryClient();
  const toast = useToast();
  const { showDemoCodes } = useConfig();
  const [state, setState] = useState(initial);
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }));
  const { mfaId } = state;
  const half = mfaId ? { mfaId } : {};

  const sendCode = async (more: Partial<State> = {}) => {
    change({ isBusy: true, failure: undefined, ...more });
    try {
      const { otpId } = await (await loadBackend()).collection('users').requestOTP(email);
      change({ way: 'code', otpId, digits: emptyOtp, isBusy: false });
      if (showDemoCodes) change({ demoCode: await readDemoCode(email) });
    } catch (error) {
      change({ isBusy: false, failure: messageFor(error, texts.failedToSendOtpPlease) });
    }
  };

  const attempt = async (run: () => Promise<unknown>, fallback: string) => {
    change({ isBusy: true, failure: undefined });
    try {
      await run();
      setSessionEnded(false);
      toast({ text: texts.youAreSignedInAgain });
      void queries.invalidateQueries();
    } catch (error) {
      const challenge = challengeIn(error);
      if (!challenge) return change({ isBusy: false, failure: messageFor(error, fallback) });
      if (state.way === 'password') return sendCode({ mfaId: challenge });
      change({ way: 'password', mfaId: challenge, isBusy: false });
    }
  };

  return {
    ...state,
    sendCode: () => sendCode(),
    setDigits: (digits: OtpDigits) => change({ digits, failure: undefined }),
    clear: () => change({ failure: undefined }),
    enterPassword: (password: string) =>
      attempt(
        async () => (await loadBackend()).collection('users').authWithPassword(email, password, half),
        texts.failedToLoginPleaseCheck,
      ),
    verify: () => {
      const code = completeCode(state.digits);
      if (code === undefined) return change({ failure: texts.pleaseEnterAll6Digits });
      void attempt(
        async () => (await loadBackend()).collection('users').authWithOTP(state.otpId, code, half),
        texts.invalidOtpPleaseTryAgain,
      );
    },
  };
}
