import { createHash } from 'node:crypto';
import type { Engine } from '../engine.ts';
import { providerLogo } from '../oauth2/provider-logo.ts';
import { configuredProvider, type ProviderConfig } from '../oauth2/providers.ts';
import { tokenAlphabet } from '../random.ts';

/** A configured provider as a client needs it to start signing in, with PKCE unless switched off (wire contract, section 11.1). */
export function describeProvider(engine: Engine, config: ProviderConfig): Record<string, unknown> {
  const provider = configuredProvider(config);
  const { usesPkce } = provider;
  const state = engine.random.text(30, tokenAlphabet);
  const codeVerifier = usesPkce ? engine.random.text(43, tokenAlphabet) : '';
  const codeChallenge = usesPkce ? createHash('sha256').update(codeVerifier).digest('base64url') : '';
  const query = new URLSearchParams({
    client_id: String(config.clientId ?? ''),
    ...provider.authParameters,
    ...(usesPkce ? { code_challenge: codeChallenge, code_challenge_method: 'S256' } : {}),
    response_type: 'code',
    ...(provider.scopes.length > 0 ? { scope: provider.scopes.join(' ') } : {}),
    state,
  });
  const authURL = `${provider.authURL}${provider.authURL.includes('?') ? '&' : '?'}${query}&redirect_uri=`;
  return {
    name: config.name,
    displayName: provider.displayName,
    logo: providerLogo(config.name),
    state,
    authURL,
    authUrl: authURL,
    codeVerifier,
    codeChallenge,
    codeChallengeMethod: usesPkce ? 'S256' : '',
  };
}
