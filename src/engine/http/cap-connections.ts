import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, writtenOut } from './client-ip.ts';

export type ConnectionCap = {
  /** How many connections one network address may have open. */
  most: () => number;
  /** Whether all may come from an address: this machine, or a proxy that stands for many people. */
  isFree: (address: string) => boolean;
  /** What one more is told, in the words of HTTP. */
  refusal: string;
};

/** Bounds how many connections each network address has open, before anything of a request is read. One more is told so and closed. */
export function capConnections(server: Server, { most, isFree, refusal }: ConnectionCap): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = writtenOut(socket.remoteAddress ?? '');
    if (isFree(address)) return;
    const key = networkOf(address);
    const count = open.get(key) ?? 0;
    if (count >= most()) {
      // Whoever does not even read this is gone at once.
      socket.on('error', () => {});
      socket.end(refusal, () => socket.destroy());
      return;
    }
    open.set(key, count + 1);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}
