import { knownProviders, openIdProvider, type Provider } from './known-providers.ts';
import { asObject } from './read-profile.ts';

export type { Provider } from './known-providers.ts';
export type { OutsideUser } from './read-profile.ts';

/** What is configured for a provider in a collection (wire contract, section 13); empty texts leave the provider's own. */
export type ProviderConfig = Record<string, unknown> & { name: string };

/** Providers that can be signed in with, in the order in which they are shown. */
export const providerNames: readonly string[] = Object.keys(knownProviders);

/** A provider as a collection has it configured. One that is not known is taken for an OpenID provider. */
export function configuredProvider(config: ProviderConfig): Provider {
  const provider = knownProviders[config.name] ?? openIdProvider;
  const given = (name: string, own: string) => {
    const value = config[name];
    return typeof value === 'string' && value !== '' ? value : own;
  };
  return {
    ...provider,
    displayName: given('displayName', provider.displayName),
    authURL: given('authURL', provider.authURL),
    tokenURL: given('tokenURL', provider.tokenURL),
    userInfoURL: given('userInfoURL', provider.userInfoURL),
    usesPkce: typeof config.pkce === 'boolean' ? config.pkce : provider.usesPkce,
    scopes: [...provider.scopes, ...(asksIdToken(config) ? ['openid'] : [])],
  };
}

// Microsoft says in the ID token alone whether an address was verified.
function asksIdToken({ name, extra }: ProviderConfig): boolean {
  const claim = asObject(extra).idTokenEmailClaim;
  return name === 'microsoft' && typeof claim === 'string' && claim !== '';
}
