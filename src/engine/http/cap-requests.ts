import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiError } from './api-error.ts';
import { createNetworkCount } from './client-ip.ts';
import { whenOver } from './when-over.ts';

export type RequestCap = {
  /** How many requests of one network address may be on their way at a moment; of all networks of a wide one four times as many. */
  most: () => number;
  /** Where a request comes from; undefined where the address stands for many people, and this machine. */
  addressOf: (request: FastifyRequest) => string | undefined;
  /** What one more is told. */
  refusal: () => ApiError;
};

/**
 * Bounds how many requests of a network address are being sent, worked at or read at a moment, behind proxies too: a connection of a proxy carries many
 * people's. Event streams last and have bounds of their own.
 */
export function capRequests(app: FastifyInstance, { most, addressOf, refusal }: RequestCap): void {
  const running = createNetworkCount();
  app.addHook('onRequest', async (request, reply) => {
    const address = isStream(request) ? undefined : addressOf(request);
    if (address === undefined) return;
    if (!running.hasRoom(address, most())) throw refusal();
    running.add(address, 1);
    whenOver({ raw: reply.raw, socket: request.raw.socket }, () => running.add(address, -1));
  });
}

function isStream({ method, url }: FastifyRequest): boolean {
  return method === 'GET' && /^\/api\/realtime(?:\?|$)/.test(url);
}
