import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createNetworkCount, writtenOut } from './client-ip.ts';

export type ConnectionCap = {
  /** How many connections one network address may have open; all networks of a wide one four times as many. */
  most: () => number;
  /** Whether all may come from an address: this machine, or a proxy that stands for many people. */
  isFree: (address: string) => boolean;
  /** What one more is told, in the words of HTTP. */
  refusal: string;
};

/** Bounds how many connections each network address has open, before anything of a request is read. One more is told so and closed. */
export function capConnections(server: Server, { most, isFree, refusal }: ConnectionCap): void {
  const open = createNetworkCount();
  server.on('connection', (socket: Socket) => {
    const address = writtenOut(socket.remoteAddress ?? '');
    if (isFree(address)) return;
    if (!open.hasRoom(address, most())) {
      // Whoever does not even read this is gone at once.
      socket.on('error', () => {});
      socket.end(refusal, () => socket.destroy());
      return;
    }
    open.add(address, 1);
    socket.once('close', () => open.add(address, -1));
  });
}
