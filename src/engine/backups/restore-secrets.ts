import type { AuthOptions, Collection } from '../collections/collection.ts';
import { findCollections, saveCollection } from '../collections/collection-store.ts';
import { tokenNames } from '../collections/token-names.ts';
import type { Transaction } from '../database/database.ts';
import { systemRandom, tokenAlphabet } from '../random.ts';

/**
 * Gives the collections of a restored backup the secrets that it left out: those that were live here before, so that people stay signed in on the
 * machine that made it, else new ones. The secret of a provider that is unknown here stays blank; the operator enters it again. `keepsLive`: secrets of
 * tokens stay those of now in any case, since an operator who gave new ones ended all tokens of before.
 */
export async function restoreSecrets(
  tx: Transaction,
  live: readonly Collection[],
  { keepsLive }: { keepsLive: boolean },
): Promise<void> {
  const known = new Map(live.map(({ id, auth }) => [id, auth]));
  for (const collection of await findCollections(tx)) {
    if (!collection.auth) continue;
    const auth = withSecrets(collection.auth, known.get(collection.id) ?? undefined, keepsLive);
    if (auth !== collection.auth) await saveCollection(tx, { ...collection, auth });
  }
}

function withSecrets(stored: AuthOptions, live: AuthOptions | undefined, keepsLive: boolean): AuthOptions {
  const blank = tokenNames.filter((name) => stored[name].secret === '' || (keepsLive && live !== undefined));
  const isProviderBlank = stored.oauth2.providers.some(({ clientSecret }) => clientSecret === '');
  if (blank.length === 0 && !isProviderBlank) return stored;
  const auth = { ...stored };
  for (const name of blank) {
    auth[name] = { ...stored[name], secret: live?.[name].secret || systemRandom.text(50, tokenAlphabet) };
  }
  const secretOf = (provider: string) => live?.oauth2.providers.find(({ name }) => name === provider)?.clientSecret;
  const providers = stored.oauth2.providers.map((provider) =>
    provider.clientSecret === '' ? { ...provider, clientSecret: secretOf(provider.name) ?? '' } : provider,
  );
  return { ...auth, oauth2: { ...stored.oauth2, providers } };
}
