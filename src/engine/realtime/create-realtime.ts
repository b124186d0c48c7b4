import type { AuthLoader } from '../auth/load-auth.ts';
import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';
import { newId } from '../random.ts';
import { createClientRegistry } from './client-registry.ts';
import { connectRoute } from './connect.ts';
import { createLines } from './create-lines.ts';
import { changesChannel, createNoticeSender, type Notice } from './create-notice-sender.ts';
import { type Change, prepareDeliveries, prepareInside, send } from './deliver.ts';
import { followAccounts } from './follow-accounts.ts';
import { oauth2RedirectRoutes } from './oauth2-redirect.ts';
import type { Realtime } from './realtime.ts';
import { createReceiver } from './receive-notice.ts';
import { endSessions } from './refresh-auth.ts';
import { createStreamPlaces } from './stream-places.ts';
import { subscribeRoute } from './subscribe.ts';

/** The channel on which servers hand each other what providers' redirects brought. */
const redirectsChannel = 'kerbside_redirects';

export type RunningRealtime = Realtime & {
  routes: Route[];
  /** How many streams are open here. */
  streams: () => number;
  /** Listens to the other servers; call once the engine is whole. */
  start: () => Promise<void>;
  close: () => Promise<void>;
};

type Options = {
  getEngine: () => Engine;
  /** Forgets accounts at once when they change on this server, and when another server tells of it. */
  auth: Pick<AuthLoader, 'isOpen' | 'forget' | 'forgetAll' | 'setHearing'>;
};

/** Tells subscribers of changes: those of this server at once, those of others by notifications that carry ids only. */
export function createRealtime({ getEngine, auth }: Options): RunningRealtime {
  const clients = createClientRegistry();
  const places = createStreamPlaces(getEngine, clients);
  const lines = createLines((error) => {
    getEngine().log.warn({ err: error }, 'A change could not be told to its subscribers.');
  });
  const accounts = followAccounts({ getEngine, auth, clients, lines });
  const watchers: Array<(collectionName: string | undefined) => void> = [];
  const tellWatchers = (collectionName: string | undefined) => {
    for (const watcher of watchers) watcher(collectionName);
  };
  let serverId = '';
  const notices = createNoticeSender(getEngine, () => serverId);

  function deliver(change: Change): void {
    const { collection, row } = change;
    const listeners = clients.listenersOf(collection, String(row.id));
    if (listeners.length === 0) return;
    lines.join(collection.id, async () => send(await prepareDeliveries(getEngine(), listeners, change)));
  }

  function publish(change: Change): void {
    const { collection, row, action } = change;
    const id = String(row.id);
    if (collection.type === 'auth' && action !== 'create') {
      const tokenKey = action === 'delete' ? undefined : row.tokenKey;
      endSessions(clients.all(), { collectionId: collection.id, id, tokenKey });
    }
    tellWatchers(collection.name);
    accounts.follow(collection, id, action);
    if (action !== 'delete') deliver(change);
    notices.add(change);
  }

  const redirects = oauth2RedirectRoutes(getEngine, clients, redirectsChannel);
  const receiveOne = createReceiver({ getEngine, clients, follow: accounts.follow, deliver });

  function receive(payload: string): void {
    const [sender, ...received]: [string, ...Notice[]] = JSON.parse(payload);
    if (sender === serverId) return;
    for (const notice of received) {
      tellWatchers(getEngine().collections.find(notice[0])?.name);
      lines.join('received', () => receiveOne(notice));
    }
  }

  return {
    publish,
    onChange: (listener) => watchers.push(listener),
    async beforeDelete(tx, collection, row) {
      const change: Change = { collection, row, action: 'delete' };
      const { now, later } = await prepareInside(getEngine(), tx, {
        listeners: clients.listenersOf(collection, String(row.id)),
        change,
      });
      return () => {
        publish(change);
        lines.join(collection.id, async () => {
          send(now);
          send(await later());
        });
      };
    },
    streams: () => clients.size(),
    routes: [connectRoute(getEngine, clients, places), subscribeRoute(getEngine, clients, places), ...redirects.routes],
    async start() {
      serverId = newId(getEngine().random);
      await getEngine().db.listen(changesChannel, receive, () => tellWatchers(undefined));
      await getEngine().db.listen(redirectsChannel, (payload) =>
        lines.join('redirects', () => redirects.hear(payload)),
      );
      await accounts.start();
    },
    async close() {
      await accounts.stop();
      for (const client of clients.all()) client.close();
      await notices.stop();
      await lines.done();
    },
  };
}
