import { useEffect, useRef, useState } from 'react';
import * as texts from '#texts/auth.ts';
import type { SignInAnswer, SignInFactor, SignInFactorsAnswer } from '#wire/account.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { callMarketplace, keepSignIn, loadBackend } from '../../platform/session/backend.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';
import { completeCode, emptyOtp, type OtpDigits, resendSeconds } from './otp-digits.ts';
import { canUsePasskeys, signInWithPasskey } from './passkeys.ts';
import { readDemoCode } from './read-demo-code.ts';
import type { Challenge } from './second-factor.ts';
import { useCountdown } from './use-countdown.ts';

export type Way = 'code' | 'app' | 'passkey' | 'recovery' | 'password';
type Message = { kind: 'failure' | 'success'; text: string };

type State = {
  /** Undefined until it is known by what the account can be signed in to. */
  way: Way | undefined;
  ways: readonly Way[];
  email: string;
  otpId: string;
  digits: OtpDigits;
  message: Message | undefined;
  isBusy: boolean;
  demoCode: string | undefined;
};

const wayOf = {
  otp: 'code',
  totp: 'app',
  passkey: 'passkey',
  recovery: 'recovery',
  password: 'password',
} as const satisfies Record<SignInFactor, Way>;

/** By what the sign-in can be finished here, what is best first. Where the server does not say it: as accounts without more have it. */
async function readWays({ mfaId, first }: Challenge, passkeyOrigin: string): Promise<Way[]> {
  try {
    const { factors } = await callMarketplace<SignInFactorsAnswer>('POST', 'sign-in-factors', { body: { mfaId } });
    const ways = factors.map((factor) => wayOf[factor]);
    return ways.filter((way) => way !== 'passkey' || canUsePasskeys(passkeyOrigin));
  } catch {
    return [first === 'otp' ? 'password' : 'code', 'recovery'];
  }
}

/**
 * The second half of a sign-in: the code of an app, a passkey, a recovery code, the password, or a mailed code, which is sent at once when the address is known.
 * `arrive` runs once somebody is signed in.
 */
export function useSecondFactor(challenge: Challenge, arrive: () => void) {
  const { mfaId, email } = challenge;
  const [state, setState] = useState<State>({
    way: undefined,
    ways: [],
    email,
    otpId: '',
    digits: emptyOtp,
    message: undefined,
    isBusy: false,
    demoCode: undefined,
  });
  const { secondsLeft, start } = useCountdown();
  const { showDemoCodes, passkeyOrigin } = useConfig();
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }));
  const fail = (text: string | undefined) =>
    change({ isBusy: false, message: text ? { kind: 'failure', text } : undefined });

  const attempt = async (run: () => Promise<void>, fallback: string) => {
    change({ isBusy: true, message: undefined });
    try {
      await run();
    } catch (failure) {
      fail(fieldMessageFor(failure, 'code') ?? fieldMessageFor(failure, 'response') ?? messageFor(failure, fallback));
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
  const choose = (way: Way) => {
    change({ way, message: undefined, digits: emptyOtp });
    if (way === 'code' && email !== '' && state.otpId === '') void send(email);
  };
  useOnce(async () => {
    const ways = await readWays(challenge, passkeyOrigin);
    const [best = 'recovery'] = ways;
    change({ ways });
    choose(best);
  });

  return {
    ...state,
    secondsLeft,
    send,
    choose,
    setDigits: (digits: OtpDigits) => change({ digits, message: undefined }),
    verify: async () => {
      const code = completeCode(state.digits);
      if (code === undefined) return fail(texts.pleaseEnterAll6Digits);
      return attempt(async () => {
        await (await loadBackend()).collection('users').authWithOTP(state.otpId, code, { mfaId });
        arrive();
      }, texts.invalidOtpPleaseTryAgain);
    },
    enterAppCode: async () => {
      const code = completeCode(state.digits);
      if (code === undefined) return fail(texts.pleaseEnterAll6Digits);
      return attempt(async () => {
        const backend = await loadBackend();
        const body = { mfaId, code };
        keepSignIn(backend, await callMarketplace<SignInAnswer>('POST', 'sign-in-with-totp', { body }));
        arrive();
      }, texts.appCodeRefused);
    },
    answerByPasskey: () =>
      attempt(async () => {
        await signInWithPasskey(mfaId);
        arrive();
      }, texts.passkeyNotUsed),
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

function useOnce(run: () => Promise<void>): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    void run();
  });
}
