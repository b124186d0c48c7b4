import { canonicalJson } from '../canonical-json.ts';
import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { renameAdded, withAdded } from './added-parts.ts';
import type { AuthOptions, Collection, TokenOptions } from './collection.ts';
import {
  announceCollections,
  collectionsChannel,
  findCollections,
  lockCollections,
  reloadCollections,
  saveCollection,
} from './collection-store.ts';
import { withStrictRules } from './strict-rules.ts';
import { tokenNames } from './token-names.ts';

/**
 * Stores the descriptions that are written in code and reads all into memory. Secrets that are stored already stay, so that a
 * restart signs nobody out, and so do options, stricter rules, fields and indexes of an operator. Servers hear of later changes by a notification. A backup that is
 * restored may have those of an older version, with rules that are not this one's: they are stored anew with it.
 */
export async function installCollections(
  engine: Pick<Engine, 'db' | 'collections' | 'restoration'>,
  definitions: readonly Collection[],
): Promise<void> {
  await engine.db.transaction((tx) => storeDefinitions(tx, definitions));
  engine.restoration.addUpdate((tx) => storeDefinitions(tx, definitions));
  await reloadCollections(engine);
  const reload = () => void reloadCollections(engine).catch(() => {});
  await engine.db.listen(collectionsChannel, reload, reload);
}

async function storeDefinitions(tx: Queryable, definitions: readonly Collection[]): Promise<void> {
  await lockCollections(tx);
  const stored = new Map((await findCollections(tx)).map((collection) => [collection.id, collection]));
  let isChanged = false;
  for (const definition of definitions) {
    const known = stored.get(definition.id);
    const { collection, renames } = withAdded(withStrictRules(withSecretsOf(definition, known), known), known);
    for (const [from, to] of renames) await renameAdded(tx, collection.name, [from, to]);
    const next = collection;
    // The database gives keys back in another order.
    if (known && canonicalJson(known) === canonicalJson(next)) continue;
    await saveCollection(tx, next);
    isChanged = true;
  }
  if (isChanged) await announceCollections(tx);
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
