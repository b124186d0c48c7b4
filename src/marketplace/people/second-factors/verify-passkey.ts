import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { StoredPasskey } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';

/** Far more than an honest answer has; longer ones are refused before any work is done. */
const maxCharacters = 8192;
const part = z.string().min(1).max(maxCharacters);
const credential = {
  id: part,
  rawId: part,
  type: z.literal('public-key'),
  // Extensions are neither asked for nor read.
  clientExtensionResults: z.unknown().transform(() => ({})),
};
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: z
      .string()
      .max(200)
      .optional()
      .transform((handle) => handle ?? ''),
  }),
});

/** The answer of a new passkey as a browser sends it; undefined when it is none. */
export function readRegistration(value: unknown): RegistrationResponseJSON | undefined {
  return registration.safeParse(value).data;
}

/** The answer of a known passkey as a browser sends it; undefined when it is none. */
export function readAssertion(value: unknown): AuthenticationResponseJSON | undefined {
  return assertion.safeParse(value).data;
}

/** Signatures that browsers and keys make everywhere: Ed25519, ES256, RS256. */
export const algorithms = [-8, -7, -257];

// A third of a second of loading and 30 MB, for those who use it.
export const loadWebAuthn = () => import('@simplewebauthn/server');

type Expected = {
  party: RelyingParty;
  /** Uses the challenge up that was signed; false when it was none of ours. */
  takeChallenge: (challenge: string) => Promise<boolean>;
};

/** What a new passkey says of itself, once it has signed our challenge for this site, and its owner was verified by it; undefined when something is wrong. */
export async function verifyRegistration(
  response: RegistrationResponseJSON,
  { party, takeChallenge }: Expected,
): Promise<VerifiedRegistrationResponse['registrationInfo']> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: takeChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo;
  } catch {
    // The library throws for every mismatch; the sender gets one refusal for all of them.
    return undefined;
  }
}

/** How often a known passkey says it was used, once it has signed our challenge for this site, and its owner was verified by it; undefined when something is wrong. */
export async function verifyAssertion(
  response: AuthenticationResponseJSON,
  { party, takeChallenge, passkey }: Expected & { passkey: StoredPasskey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { credential: id, counter, transports } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: takeChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: Uint8Array.from(passkey.key), counter, transports },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // As above.
    return undefined;
  }
}
