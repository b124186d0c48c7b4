import type { Collection } from '../collections/collection.ts';
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
  /** Replaces all that a client listens to. */
  subscribe: (client: RealtimeClient, topics: readonly Topic[]) => void;
  /** Whom a change of a record concerns. */
  listenersOf: (collection: Collection, recordId: string) => Listener[];
};

/** An empty registry of streams. */
export function createClientRegistry(): ClientRegistry {
  const clients = new Map<string, RealtimeClient>();
  const byPath = new Map<string, Map<RealtimeClient, Topic[]>>();

  function subscribe(client: RealtimeClient, topics: readonly Topic[]): void {
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
    add: (client) => void clients.set(client.id, client),
    remove(client) {
      subscribe(client, []);
      clients.delete(client.id);
    },
    find: (id) => clients.get(id),
    all: () => clients.values(),
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
