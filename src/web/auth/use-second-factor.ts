import { useEffect, useRef, useState } from 'react';
import * as texts from '#texts/auth.ts';
import type { SignInAnswer } from '#wire/account.ts';
import { useConfig } from '../ground/use-config.ts';
import { callMarketplace, keepSignIn, loadBackend } from '../session/backend.ts';
import { fieldMessageFor, messageFor } from '../session/message-for.ts';
import { completeCode, emptyOtp, type OtpDigits, resendSeconds } from './otp-digits.ts';
import { readDemoCode } from './read-demo-code.ts';
import type { Challenge } from './second-factor.ts';
import { useCountdown } from './use-countdown.ts';
import { useArrival } from './use-sign-in.ts';

export type Way = 'code' | 'recovery' | 'password';
type Message = { kind: 'failure' | 'success'; text: string };

type State = {
  way: Way;
  email: string;
  otpId: string;
  digits: OtpDigits;
  message: Message | undefined;
  isBusy: boolean;
  demoCode: string | undefined;
};

/** The second half of a sign-in: a mailed code (sent at once when the address is known), a recovery code, or the password. */
export function useSecondFactor({ mfaId, email, first }: Challenge) {
  const [state, setState] = useState<State>({
    way: first === 'otp' ? 'password' : 'code',
    email,
    otpId: '',
    digits: emptyOtp,
    message: undefined,
    isBusy: false,
    demoCode: undefined,
  });
  const { secondsLeft, start } = useCountdown();
  const { showDemoCodes } = useConfig();
  const arrive = useArrival();
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }));
  const fail = (text: string | undefined) =>
    change({ isBusy: false, message: text ? { kind: 'failure', text } : undefined });

  const attempt = async (run: () => Promise<void>, fallback: string) => {
    change({ isBusy: true, message: undefined });
    try {
      await run();
    } catch (failure) {
      fail(fieldMessageFor(failure, 'code') ?? messageFor(failure, fallback));
    }
  };
  const send = (to: string) =>
    attempt(async () => {
      const users = (await loadBackend()).collection('users');
      const { otpId } = await users.requestOTP(to, { mfaId });
      start(resendSeconds);
      const message = { kind: 'success', text: texts.otpSentToYourEmail } as const;
      change({ email: to, otpId, digits: emptyOtp, isBusy: false, message });
      if (showDemoCodes) change({ demoCode: await readDemoCode(to) });
    }, texts.failedToSendOtpPlease);
  useOnce(() => {
    if (first !== 'otp' && email !== '') void send(email);
  });

  return {
    ...state,
    secondsLeft,
    send,
    choose: (way: Way) => change({ way, message: undefined }),
    setDigits: (digits: OtpDigits) => change({ digits, message: undefined }),
    verify: async () => {
      const code = completeCode(state.digits);
      if (code === undefined) return fail(texts.pleaseEnterAll6Digits);
      return attempt(async () => {
        await (await loadBackend()).collection('users').authWithOTP(state.otpId, code, { mfaId });
        arrive();
      }, texts.invalidOtpPleaseTryAgain);
    },
    recover: (code: string) =>
      attempt(async () => {
        const backend = await loadBackend();
        const body = { mfaId, code };
        keepSignIn(backend, await callMarketplace<SignInAnswer>('POST', 'recover-sign-in', { body }));
        arrive();
      }, texts.recoveryCodeRefused),
    enterPassword: (password: string) =>
      attempt(async () => {
        await (await loadBackend()).collection('users').authWithPassword(email, password, { mfaId });
        arrive();
      }, texts.failedToLoginPleaseCheck),
  };
}

export type SecondFactorState = ReturnType<typeof useSecondFactor>;

function useOnce(run: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    run();
  });
}
