import type { Collection } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';
import { newId } from '../random.ts';
import { connectRoute } from './connect.ts';
import { changesChannel, createNoticeSender, type Notice } from './create-notice-sender.ts';
import { type Action, deliverChange, prepareDeletion } from './deliver.ts';
import type { Realtime } from './realtime.ts';
import type { RealtimeClient } from './realtime-client.ts';
import { refreshAuth } from './refresh-auth.ts';
import { subscribeRoute } from './subscribe.ts';

export type RunningRealtime = Realtime & {
  routes: Route[];
  /** Listens to the other servers; call once the engine is whole. */
  start: () => Promise<void>;
  close: () => Promise<void>;
};

type Options = {
  getEngine: () => Engine;
  /** Called at once for a change of an account on this server, and when another server tells of one. */
  onAuthChange: (collectionId: string, recordId: string) => void;
};

/** Tells subscribers of changes: those of this server at once, those of others by notifications that carry ids only. */
export function createRealtime({ getEngine, onAuthChange }: Options): RunningRealtime {
  const clients = new Map<string, RealtimeClient>();
  let serverId = '';
  const notices = createNoticeSender(getEngine, () => serverId);

  function take(collection: Collection, id: string, action: Action): void {
    const work: Array<Promise<void>> = [];
    if (collection.type === 'auth') {
      onAuthChange(collection.id, id);
      if (action !== 'create') work.push(refreshAuth(getEngine(), clients.values(), { collection, id }));
    }
    if (action !== 'delete') work.push(deliverChange(getEngine(), clients.values(), { collection, id, action }));
    Promise.all(work).catch((error: unknown) => {
      getEngine().log.warn({ err: error }, 'A change could not be told to its subscribers.');
    });
  }

  function publish({
    collection,
    record,
    action,
  }: {
    collection: Collection;
    record: RecordValues;
    action: Action;
  }): void {
    take(collection, record.id, action);
    notices.add([collection.id, record.id, action]);
  }

  function receive(payload: string): void {
    const [sender, ...received]: [string, ...Notice[]] = JSON.parse(payload);
    if (sender === serverId) return;
    for (const [collectionId, id, action] of received) {
      const collection = getEngine().collections.find(collectionId);
      if (collection) take(collection, id, action);
    }
  }

  return {
    publish,
    async beforeDelete(collection, record) {
      const send = await prepareDeletion(getEngine(), clients.values(), { collection, id: record.id });
      return () => {
        publish({ collection, record, action: 'delete' });
        send();
      };
    },
    routes: [connectRoute(getEngine, clients), subscribeRoute(clients)],
    async start() {
      serverId = newId(getEngine().random);
      await getEngine().db.listen(changesChannel, receive);
    },
    async close() {
      notices.stop();
      for (const client of clients.values()) client.close();
    },
  };
}
