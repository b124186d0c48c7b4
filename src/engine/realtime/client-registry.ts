import type { Collection } from '../collections/collection.ts';
import { networkOf } from '../http/client-ip.ts';
import type { RealtimeClient } from './realtime-client.ts';
import type { Topic } from './topics.ts';

/** A client's subscription, and whether it is one to all of a collection's records or to a single one. */
export type Listener = { client: RealtimeClient; topic: Topic; isForAll: boolean };

/** The open streams of this server, found by what they listen to. */
export type ClientRegistry = {
  add: (client: RealtimeClient) => void;
  remove: (client: RealtimeClient) => void;
  find: (id: string) => RealtimeClient | undefined;
  all: () => Iterable<RealtimeClient>;
  /** How many streams are open, here and from the network of an address, and how many subscriptions that network has. */
  countOf: (ip: string) => { all: number; streams: number; topics: number };
  /** Replaces all that a client listens to. */
  subscribe: (client: RealtimeClient, topics: readonly Topic[]) => void;
  /** Whom a change of a record concerns. */
  listenersOf: (collection: Collection, recordId: string) => Listener[];
};

/** An empty registry of streams. */
export function createClientRegistry(): ClientRegistry {
  const clients = new Map<string, RealtimeClient>();
  const byPath = new Map<string, Map<RealtimeClient, Topic[]>>();

  const byNetwork = new Map<string, { streams: number; topics: number }>();

  function count(ip: string, { streams = 0, topics = 0 }: { streams?: number; topics?: number }): void {
    const network = networkOf(ip);
    const known = byNetwork.get(network) ?? { streams: 0, topics: 0 };
    const next = { streams: known.streams + streams, topics: known.topics + topics };
    if (next.streams === 0 && next.topics === 0) byNetwork.delete(network);
    else byNetwork.set(network, next);
  }

  function subscribe(client: RealtimeClient, topics: readonly Topic[]): void {
    count(client.ip, { topics: topics.length - client.topics.length });
    for (const { path } of client.topics) {
      const subscribers = byPath.get(path);
      subscribers?.delete(client);
      if (subscribers?.size === 0) byPath.delete(path);
    }
    client.topics = topics;
    for (const topic of topics) {
      const subscribers = byPath.get(topic.path) ?? new Map<RealtimeClient, Topic[]>();
      subscribers.set(client, [...(subscribers.get(client) ?? []), topic]);
      byPath.set(topic.path, subscribers);
    }
  }

  function* at(path: string, isForAll: boolean): Generator<Listener> {
    for (const [client, topics] of byPath.get(path) ?? []) {
      for (const topic of topics) yield { client, topic, isForAll };
    }
  }

  return {
    add(client) {
      clients.set(client.id, client);
      count(client.ip, { streams: 1 });
    },
    remove(client) {
      subscribe(client, []);
      if (clients.delete(client.id)) count(client.ip, { streams: -1 });
    },
    find: (id) => clients.get(id),
    all: () => clients.values(),
    countOf(ip) {
      const { streams = 0, topics = 0 } = byNetwork.get(networkOf(ip)) ?? {};
      return { all: clients.size, streams, topics };
    },
    subscribe,
    listenersOf(collection, recordId) {
      if (byPath.size === 0) return [];
      // The bare name is an older way to say "all".
      return [collection.name, collection.id].flatMap((name) => [
        ...at(`${name}/${recordId}`, false),
        ...at(`${name}/*`, true),
        ...at(name, true),
      ]);
    },
  };
}
