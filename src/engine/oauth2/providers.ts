/** What a provider says of somebody, in our words. `email` is given only when the provider vouches for it. */
export type OutsideUser = { id: string; name: string; username: string; email: string; avatarURL: string };

type RawUser = Record<string, unknown>;

export type Provider = {
  displayName: string;
  authURL: string;
  tokenURL: string;
  /** Empty: the user is read from the ID token. */
  userInfoURL: string;
  scopes: readonly string[];
  usesPkce: boolean;
  readUser: (raw: RawUser) => OutsideUser;
};

/** What is configured for a provider in a collection (wire contract, section 13); empty texts leave the provider's own. */
export type ProviderConfig = Record<string, unknown> & { name: string };

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';

function readOpenIdUser(raw: RawUser): OutsideUser {
  return {
    id: text(raw.sub),
    name: text(raw.name),
    username: text(raw.preferred_username),
    email: isTrue(raw.email_verified) ? text(raw.email) : '',
    avatarURL: text(raw.picture),
  };
}

const openId: Provider = {
  displayName: 'OIDC',
  authURL: '',
  tokenURL: '',
  userInfoURL: '',
  scopes: ['openid', 'email', 'profile'],
  usesPkce: true,
  readUser: readOpenIdUser,
};

const google: Provider = {
  displayName: 'Google',
  authURL: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenURL: 'https://oauth2.googleapis.com/token',
  userInfoURL: 'https://www.googleapis.com/oauth2/v3/userinfo',
  scopes: ['https://www.googleapis.com/auth/userinfo.profile', 'https://www.googleapis.com/auth/userinfo.email'],
  usesPkce: true,
  readUser: (raw) => ({ ...readOpenIdUser(raw), username: '' }),
};

const known: Readonly<Record<string, Provider>> = { google, oidc: openId, oidc2: openId, oidc3: openId };

/** Providers that can be signed in with, in the order in which they are shown. */
export const providerNames: readonly string[] = Object.keys(known);

/** A provider as a collection has it configured. One that is not known is taken for an OpenID provider. */
export function configuredProvider(config: ProviderConfig): Provider {
  const provider = known[config.name] ?? openId;
  const given = (name: string, own: string) => text(config[name]) || own;
  return {
    ...provider,
    displayName: given('displayName', provider.displayName),
    authURL: given('authURL', provider.authURL),
    tokenURL: given('tokenURL', provider.tokenURL),
    userInfoURL: given('userInfoURL', provider.userInfoURL),
    usesPkce: typeof config.pkce === 'boolean' ? config.pkce : provider.usesPkce,
  };
}
