import type { ServerResponse } from 'node:http';
import type { AuthRecord } from '../http/auth-record.ts';
import type { SignInProof } from './sign-in-proof.ts';
import type { Topic } from './topics.ts';

/** Who a stream is bound to, and the secret of their collection then: a new one ends its sessions. */
export type Bond = { auth: AuthRecord; secret: string };

/** One open event stream. */
export type RealtimeClient = {
  id: string;
  ip: string;
  bond: Bond | null;
  topics: readonly Topic[];
  /** The memory that is kept for its topics; undefined while it has none. */
  held: { bytes: number; release: () => void } | undefined;
  /** Which browser's redirect it waits for; undefined while it waits for none. */
  signIn: SignInProof | undefined;
  /** Nobody knows yet whose it is: it has not said what it listens to. */
  isNew: boolean;
  send: (event: string, data: object) => void;
  heartbeat: () => void;
  close: () => void;
  /** Ends it at once, for one who needs its place. */
  drop: () => void;
};

type ClientOptions = {
  id: string;
  ip: string;
  response: ServerResponse;
  /** What may wait unsent for a slow client before it is dropped; it connects again and reads anew. */
  maxWaitingBytes: () => number;
  /** What still waits for a reader may be taken for so long after the end. */
  closeMs?: number;
};

/** What goes to many is written out once. */
const texts = new WeakMap<object, string>();

function written(data: object): string {
  const text = texts.get(data) ?? JSON.stringify(data);
  texts.set(data, text);
  return text;
}

/** A client that writes to an open response in the event stream format. */
export function createRealtimeClient({
  id,
  ip,
  response,
  maxWaitingBytes,
  closeMs = 10_000,
}: ClientOptions): RealtimeClient {
  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > maxWaitingBytes()) response.destroy();
  };
  return {
    id,
    ip,
    bond: null,
    topics: [],
    held: undefined,
    signIn: undefined,
    isNew: true,
    send: (event, data) => write(`id:${id}\nevent:${event}\ndata:${written(data)}\n\n`),
    heartbeat: () => write(':\n\n'),
    close() {
      response.end();
      // Whoever takes nothing would keep it open for ever.
      setTimeout(() => response.destroy(), closeMs).unref();
    },
    drop() {
      response.destroy();
    },
  };
}
