import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import type { OwnFactorAnswer, PasskeyOptionsAnswer, SignInAnswer } from '#wire/account.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { callMarketplace, keepSignIn, loadBackend } from '../../platform/session/backend.ts';

/** Whether this browser can use passkeys at this address of the site; not known before the page is there. */
export function usePasskeys(): boolean {
  const { passkeyOrigin } = useConfig();
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(canUsePasskeys(passkeyOrigin)), [passkeyOrigin]);
  return isHere;
}

/** The same, once there is a page. */
export function canUsePasskeys(passkeyOrigin: string): boolean {
  return passkeyOrigin === location.origin && typeof PublicKeyCredential === 'function';
}

// Only who uses a passkey loads it.
const loadLibrary = () => import('@simplewebauthn/browser');

/** Signs in by a passkey: whichever the person chooses, or one of the account that a half-finished sign-in is of. */
export async function signInWithPasskey(mfaId?: string): Promise<void> {
  const half = mfaId === undefined ? {} : { mfaId };
  const [{ startAuthentication }, backend, { options }] = await Promise.all([
    loadLibrary(),
    loadBackend(),
    callMarketplace<PasskeyOptionsAnswer>('POST', 'passkey-challenges', { body: half }),
  ]);
  // The server's half of the same library wrote them.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON });
  const body = { ...half, response };
  keepSignIn(backend, await callMarketplace<SignInAnswer>('POST', 'sign-in-with-passkey', { body }));
}

/** Makes a passkey for the account that is signed in, once the server lets it be added. */
export async function addPasskey(name: string): Promise<OwnFactorAnswer> {
  const [{ startRegistration }, { options }] = await Promise.all([
    loadLibrary(),
    callMarketplace<PasskeyOptionsAnswer>('POST', 'passkey-enrolments'),
  ]);
  // As above.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON });
  return callMarketplace<OwnFactorAnswer>('POST', 'passkeys', { body: { name, response } });
}
