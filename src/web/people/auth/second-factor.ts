import { refusalIn } from '../../platform/session/server-errors.ts';

/** A sign-in of which the first half was right. */
export type Challenge = {
  mfaId: string;
  /** Whose; empty when the first half did not say it, as with Google. */
  email: string;
  /** What the first half was: the second is another. */
  first: 'password' | 'otp' | 'oauth2';
};

/** The half-finished sign-in behind a refusal, or undefined when it was refused altogether. */
export function challengeIn(error: unknown): string | undefined {
  if (refusalIn(error)?.status !== 401 || typeof error !== 'object' || error === null) return undefined;
  const response: unknown = Reflect.get(error, 'response');
  const mfaId: unknown = typeof response === 'object' && response !== null ? Reflect.get(response, 'mfaId') : undefined;
  return typeof mfaId === 'string' && mfaId !== '' ? mfaId : undefined;
}
