import { followRevocations } from '../auth/follow-revocations.ts';
import type { AuthLoader } from '../auth/load-auth.ts';
import type { Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import type { ClientRegistry } from './client-registry.ts';
import type { Lines } from './create-lines.ts';
import type { Action } from './deliver.ts';
import { refreshAuth } from './refresh-auth.ts';

type Parts = {
  getEngine: () => Engine;
  auth: Pick<AuthLoader, 'isOpen' | 'forget' | 'forgetAll' | 'setHearing'>;
  clients: ClientRegistry;
  lines: Lines;
};

/** Keeps what this server knows of accounts, their tokens and the streams that are bound to them as the database has it. */
export function followAccounts({ getEngine, auth, clients, lines }: Parts) {
  /** Before anything else: whoever asks next must be seen as they are now. */
  function follow(collection: Collection, id: string, action: Action): void {
    if (collection.type !== 'auth') return;
    auth.forget(collection.id, id);
    if (action !== 'create')
      lines.join(collection.id, () => refreshAuth(getEngine(), clients.all(), { collection, id, auth }));
  }

  // Nobody knows what was missed: no token is known any more, and every stream's account is looked at again.
  function followAll(): void {
    auth.forgetAll();
    const bound = [...clients.all()].flatMap(({ bond }) => (bond ? [bond.auth] : []));
    for (const { collectionId, id } of bound) {
      const collection = getEngine().collections.find(collectionId);
      if (collection) follow(collection, id, 'update');
    }
  }

  const revocations = followRevocations({
    getParts: getEngine,
    onRevoked([name, id]) {
      const collection = getEngine().collections.find(name);
      // A collection that is new or has another name by now.
      if (collection) follow(collection, id, 'update');
      else followAll();
    },
    setHearing: auth.setHearing,
    onGap: followAll,
  });
  return { follow, start: revocations.start, stop: revocations.stop };
}
