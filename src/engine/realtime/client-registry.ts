import type { Collection } from '../collections/collection.ts';
import { createNetworkCount } from '../http/client-ip.ts';
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
  /** How many streams are open here. */
  size: () => number;
  /** How many streams and subscriptions the network of an address has. */
  countOf: (ip: string) => { streams: number; topics: number };
  /** Whether the networks of an address may have one more stream, where one network has `most`. */
  hasRoomFor: (ip: string, most: number) => boolean;
  /** Replaces all that a client listens to. */
  subscribe: (client: RealtimeClient, topics: readonly Topic[]) => void;
  /** Whom a change of a record concerns. */
  listenersOf: (collection: Collection, recordId: string) => Listener[];
};

/** An empty registry of streams. */
export function createClientRegistry(): ClientRegistry {
  const clients = new Map<string, RealtimeClient>();
  const byPath = new Map<string, Map<RealtimeClient, Topic[]>>();

  const [streams, subscriptions] = [createNetworkCount(), createNetworkCount()];

  function subscribe(client: RealtimeClient, topics: readonly Topic[]): void {
    subscriptions.add(client.ip, topics.length - client.topics.length);
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
      streams.add(client.ip, 1);
    },
    remove(client) {
      subscribe(client, []);
      if (clients.delete(client.id)) streams.add(client.ip, -1);
    },
    find: (id) => clients.get(id),
    all: () => clients.values(),
    size: () => clients.size,
    countOf: (ip) => ({ streams: streams.of(ip), topics: subscriptions.of(ip) }),
    hasRoomFor: (ip, most) => streams.hasRoom(ip, most),
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
