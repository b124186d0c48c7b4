import type { Collection } from '#engine/collections/collection.ts';

export type GoogleOptions = { clientId: string; clientSecret: string; issuerBase: string };

const googleBase = 'https://accounts.google.com';

/** Accounts that may also be signed in to with Google; as they are where no client of Google's is configured. */
export function withGoogle(users: Collection, google: GoogleOptions | undefined): Collection {
  if (!google || !users.auth) return users;
  const { clientId, clientSecret, issuerBase } = google;
  const addresses =
    issuerBase === googleBase
      ? {}
      : {
          authURL: `${issuerBase}/o/oauth2/v2/auth`,
          tokenURL: `${issuerBase}/token`,
          userInfoURL: `${issuerBase}/oauth2/v3/userinfo`,
        };
  const provider = { name: 'google', clientId, clientSecret, ...addresses };
  return { ...users, auth: { ...users.auth, oauth2: { ...users.auth.oauth2, enabled: true, providers: [provider] } } };
}
