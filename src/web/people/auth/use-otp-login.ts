import { useEffect, useState } from 'react';
import * as texts from '#texts/auth.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { forgetRegistrationSecret, registrationProof } from '../../platform/session/registration-secret.ts';
import { forgetAskedCode, keepAskedCode, readAskedCode } from './asked-code.ts';
import { completeCode, emptyOtp, type OtpDigits, resendSeconds } from './otp-digits.ts';
import { readDemoCode } from './read-demo-code.ts';
import { type Challenge, challengeIn } from './second-factor.ts';
import { useCountdown } from './use-countdown.ts';
import { useArrival } from './use-sign-in.ts';

type Message = { kind: 'failure' | 'success'; text: string };

type OtpState = {
  step: 'email' | 'otp';
  email: string;
  otpId: string;
  digits: OtpDigits;
  message: Message | undefined;
  isBusy: boolean;
  /** Shown on the page for demo accounts, outside production. */
  demoCode: string | undefined;
  /** The account asks for a second factor. */
  challenge: Challenge | undefined;
};

const initial: OtpState = {
  step: 'email',
  email: '',
  otpId: '',
  digits: emptyOtp,
  message: undefined,
  isBusy: false,
  demoCode: undefined,
  challenge: undefined,
};

/** Everything the page for signing in with a one-time code knows and can do. */
export function useOtpLogin() {
  const [state, setState] = useState(initial);
  const { secondsLeft, start, clear } = useCountdown();
  const { showDemoCodes } = useConfig();
  const arrive = useArrival();
  const change = (part: Partial<OtpState>) => setState((before) => ({ ...before, ...part }));
  const fail = (text: string | undefined) =>
    change({ isBusy: false, message: text ? { kind: 'failure', text } : undefined });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page is there; no server knows what the tab keeps.
  useEffect(() => {
    const nowMs = currentTime().getTime();
    const asked = readAskedCode(sessionStorage, nowMs);
    if (!asked) return;
    const { email, otpId, atMs } = asked;
    change({ step: 'otp', email, otpId });
    const waitSeconds = resendSeconds - Math.floor((nowMs - atMs) / 1000);
    if (waitSeconds > 0) start(waitSeconds);
    if (showDemoCodes) void readDemoCode(email).then((demoCode) => change({ demoCode }));
  }, []);

  const requestCode = async (email: string, success: string, fallback: string) => {
    change({ isBusy: true, message: undefined });
    try {
      const backend = await loadBackend();
      const { otpId } = await backend.collection('users').requestOTP(email);
      start(resendSeconds);
      keepAskedCode(sessionStorage, { email, otpId, atMs: currentTime().getTime() });
      change({ step: 'otp', email, otpId, isBusy: false, message: { kind: 'success', text: success } });
      if (showDemoCodes) change({ demoCode: await readDemoCode(email) });
    } catch (failure) {
      fail(messageFor(failure, fallback));
    }
  };

  const verify = async () => {
    const code = completeCode(state.digits);
    if (code === undefined) return fail(texts.pleaseEnterAll6Digits);
    change({ isBusy: true, message: undefined });
    try {
      const backend = await loadBackend();
      const { otpId, email } = state;
      const body = { otpId, password: code, ...registrationProof(localStorage, email) };
      await backend.collection('users').authWithOTP(otpId, code, { body });
      forgetRegistrationSecret(localStorage);
      forgetAskedCode(sessionStorage);
      arrive();
    } catch (failure) {
      const mfaId = challengeIn(failure);
      // The code is used up; what is left is the other factor.
      if (mfaId) forgetAskedCode(sessionStorage);
      if (mfaId) change({ isBusy: false, challenge: { mfaId, email: state.email, first: 'otp' } });
      else fail(messageFor(failure, texts.invalidOtpPleaseTryAgain));
    }
  };

  return {
    ...state,
    secondsLeft,
    send: (email: string) => requestCode(email, texts.otpSentToYourEmail, texts.failedToSendOtpPlease),
    resend: () => requestCode(state.email, texts.newOtpSent, texts.failedToResendOtpPlease),
    verify,
    setDigits: (digits: OtpDigits) => change({ digits, message: undefined }),
    clearMessage: () => change({ message: undefined }),
    backToEmail: () => {
      clear();
      forgetAskedCode(sessionStorage);
      setState({ ...initial, email: state.email });
    },
  };
}
