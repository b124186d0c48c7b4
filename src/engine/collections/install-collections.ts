import { canonicalJson } from '../canonical-json.ts';
import type { Engine } from '../engine.ts';
import type { AuthOptions, Collection, TokenOptions } from './collection.ts';
import {
  announceCollections,
  collectionsChannel,
  findCollections,
  lockCollections,
  reloadCollections,
  saveCollection,
} from './collection-store.ts';

const tokenNames = ['authToken', 'passwordResetToken', 'emailChangeToken', 'verificationToken', 'fileToken'] as const;

/**
 * Stores the descriptions that are written in code and reads all into memory. Secrets that are stored already stay, so that a
 * restart signs nobody out, and so do options that an operator changed. Servers hear of later changes by a notification.
 */
export async function installCollections(
  engine: Pick<Engine, 'db' | 'collections'>,
  definitions: readonly Collection[],
): Promise<void> {
  await engine.db.transaction(async (tx) => {
    await lockCollections(tx);
    const stored = new Map((await findCollections(tx)).map((collection) => [collection.id, collection]));
    let isChanged = false;
    for (const definition of definitions) {
      const known = stored.get(definition.id);
      const next = withSecretsOf(definition, known);
      // The database gives keys back in another order.
      if (known && canonicalJson(known) === canonicalJson(next)) continue;
      await saveCollection(tx, next);
      isChanged = true;
    }
    if (isChanged) await announceCollections(tx);
  });
  await reloadCollections(engine);
  const reload = () => void reloadCollections(engine).catch(() => {});
  await engine.db.listen(collectionsChannel, reload, reload);
}

function withSecretsOf(definition: Collection, known: Collection | undefined): Collection {
  if (!definition.auth || !known?.auth) return definition;
  const { changedOptions = [] } = known;
  const changed = Object.fromEntries(changedOptions.map((name) => [name, known.auth?.[name]]));
  const auth: AuthOptions = { ...definition.auth, ...changed };
  auth.otp = { ...auth.otp, createsAccount: definition.auth.otp.createsAccount };
  for (const name of tokenNames) auth[name] = withSecret(auth[name], known.auth[name]);
  const kept = changedOptions.length > 0 ? { changedOptions, updated: known.updated } : {};
  return { ...definition, auth, ...kept };
}

function withSecret(token: TokenOptions, known: TokenOptions): TokenOptions {
  return { ...token, secret: known.secret };
}
