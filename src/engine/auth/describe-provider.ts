import { createHash } from 'node:crypto';
import type { Engine } from '../engine.ts';
import { tokenAlphabet } from '../random.ts';

type ProviderConfig = Record<string, unknown> & { name: string };

const known: Record<string, { displayName: string; authURL: string; scopes: string[] }> = {
  google: {
    displayName: 'Google',
    authURL: 'https://accounts.google.com/o/oauth2/v2/auth',
    scopes: ['https://www.googleapis.com/auth/userinfo.profile', 'https://www.googleapis.com/auth/userinfo.email'],
  },
};

/** A configured provider as a client needs it to start signing in, with PKCE unless switched off (wire contract, section 11.1). */
export function describeProvider(engine: Engine, provider: ProviderConfig): Record<string, unknown> {
  const defaults = known[provider.name] ?? { displayName: 'OIDC', authURL: '', scopes: ['openid', 'email', 'profile'] };
  const state = engine.random.text(30, tokenAlphabet);
  const usesPkce = provider.pkce !== false;
  const codeVerifier = usesPkce ? engine.random.text(43, tokenAlphabet) : '';
  const codeChallenge = usesPkce ? createHash('sha256').update(codeVerifier).digest('base64url') : '';
  const query = new URLSearchParams({
    client_id: String(provider.clientId ?? ''),
    ...(usesPkce ? { code_challenge: codeChallenge, code_challenge_method: 'S256' } : {}),
    response_type: 'code',
    scope: defaults.scopes.join(' '),
    state,
  });
  const authURL = `${String(provider.authURL || defaults.authURL)}?${query}&redirect_uri=`;
  return {
    name: provider.name,
    displayName: String(provider.displayName || defaults.displayName),
    logo: '',
    state,
    authURL,
    authUrl: authURL,
    codeVerifier,
    codeChallenge,
    codeChallengeMethod: usesPkce ? 'S256' : '',
  };
}
