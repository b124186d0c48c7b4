import type { Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';
import { newId } from '../random.ts';
import type { RecordValues } from '../records/record-hooks.ts';
import { findRow } from '../records/record-store.ts';
import { connectRoute } from './connect.ts';
import { type Action, listenersOf, messageOf } from './deliver.ts';
import type { Realtime } from './realtime.ts';
import type { RealtimeClient } from './realtime-client.ts';
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

type Notice = [collectionId: string, recordId: string, action: Action];

const channel = 'kerbside_changes';
/** Notices to other servers go together; a notification in each transaction would make commits queue. */
const batchMs = 10;
/** A notification holds at most 8,000 bytes. */
const maxNoticesAtOnce = 100;

/** Tells subscribers of changes: those of this server at once, those of others by notifications that carry ids only. */
export function createRealtime({ getEngine, onAuthChange }: Options): RunningRealtime {
  const clients = new Map<string, RealtimeClient>();
  let notices: Notice[] = [];
  let timer: NodeJS.Timeout | undefined;
  let serverId = '';

  function publish({ collection, record, action }: { collection: Collection; record: RecordValues; action: Action }): void {
    followAuth(collection, record.id, action);
    notices.push([collection.id, record.id, action]);
    timer ??= setTimeout(sendNotices, batchMs);
    if (action !== 'delete') void deliver(collection, record.id, action).catch(logFailure);
  }

  function followAuth(collection: Collection, id: string, action: Action): void {
    if (collection.type !== 'auth') return;
    onAuthChange(collection.id, id);
    if (action === 'create') return;
    for (const client of clients.values()) {
      if (client.auth?.id === id && client.auth.collectionId === collection.id) void refreshAuth(client, collection).catch(logFailure);
    }
  }

  // A stream stays open when its account goes or its sessions end; it only sees what a guest sees from then on.
  async function refreshAuth(client: RealtimeClient, collection: Collection): Promise<void> {
    const known = client.auth;
    if (!known) return;
    const row = await findRow(getEngine().db, collection, known.id);
    client.auth = row && row.tokenKey === known.row.tokenKey ? { ...known, row } : null;
  }

  async function deliver(collection: Collection, id: string, action: Action): Promise<void> {
    const listeners = listenersOf(clients.values(), collection, id);
    if (listeners.length === 0) return;
    const row = await findRow(getEngine().db, collection, id);
    if (!row) return;
    for (const listener of listeners) {
      const message = await messageOf(getEngine(), listener, { collection, row, action });
      if (message) listener.client.send(listener.topic.name, message);
    }
  }

  async function beforeDelete(collection: Collection, record: RecordValues): Promise<() => void> {
    const listeners = listenersOf(clients.values(), collection, record.id);
    const row = listeners.length > 0 ? await findRow(getEngine().db, collection, record.id) : undefined;
    const messages: Array<() => void> = [];
    for (const listener of row ? listeners : []) {
      const message = row && (await messageOf(getEngine(), listener, { collection, row, action: 'delete' }));
      if (message) messages.push(() => listener.client.send(listener.topic.name, message));
    }
    return () => {
      publish({ collection, record, action: 'delete' });
      for (const send of messages) send();
    };
  }

  function sendNotices(): void {
    timer = undefined;
    const waiting = notices;
    notices = [];
    for (let at = 0; at < waiting.length; at += maxNoticesAtOnce) {
      const payload = JSON.stringify([serverId, ...waiting.slice(at, at + maxNoticesAtOnce)]);
      getEngine().db.query('select pg_notify($1, $2)', [channel, payload]).catch(logFailure);
    }
  }

  function receive(payload: string): void {
    const [sender, ...received]: [string, ...Notice[]] = JSON.parse(payload);
    if (sender === serverId) return;
    for (const [collectionId, id, action] of received) {
      const collection = getEngine().collections.find(collectionId);
      if (!collection) continue;
      followAuth(collection, id, action);
      if (action !== 'delete') void deliver(collection, id, action).catch(logFailure);
    }
  }

  function logFailure(error: unknown): void {
    getEngine().log.warn({ err: error }, 'A change could not be told to its subscribers.');
  }

  return {
    publish,
    beforeDelete,
    routes: [connectRoute(getEngine, clients), subscribeRoute(clients)],
    async start() {
      serverId = newId(getEngine().random);
      await getEngine().db.listen(channel, receive);
    },
    async close() {
      clearTimeout(timer);
      for (const client of clients.values()) client.close();
    },
  };
}
