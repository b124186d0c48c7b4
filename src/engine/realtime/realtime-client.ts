import type { ServerResponse } from 'node:http';
import type { AuthRecord } from '../http/auth-record.ts';
import type { Topic } from './topics.ts';

/** Who a stream is bound to, and the secret of their collection then: a new one ends its sessions. */
export type Bond = { auth: AuthRecord; secret: string };

/** One open event stream. */
export type RealtimeClient = {
  id: string;
  ip: string;
  bond: Bond | null;
  topics: readonly Topic[];
  send: (event: string, data: unknown) => void;
  heartbeat: () => void;
  close: () => void;
};

/** What may wait unsent for a slow client before it is dropped; it connects again and reads anew. */
const maxWaitingBytes = 1024 * 1024;

/** A client that writes to an open response in the event stream format. */
export function createRealtimeClient(id: string, ip: string, response: ServerResponse): RealtimeClient {
  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > maxWaitingBytes) response.destroy();
  };
  return {
    id,
    ip,
    bond: null,
    topics: [],
    send: (event, data) => write(`id:${id}\nevent:${event}\ndata:${JSON.stringify(data)}\n\n`),
    heartbeat: () => write(':\n\n'),
    close: () => void response.end(),
  };
}
