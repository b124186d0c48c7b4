import { lazy } from 'react';

/** Loaded when an account turns out to ask for it, so that signing in stays small for everybody else. */
export const SecondFactor = lazy(async () => ({ default: (await import('./SecondFactor.tsx')).SecondFactor }));

/** The same for who has passkeys. */
export const PasskeySignIn = lazy(async () => ({ default: (await import('./PasskeySignIn.tsx')).PasskeySignIn }));
