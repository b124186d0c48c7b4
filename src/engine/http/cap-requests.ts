import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiError } from './api-error.ts';
import { networkOf } from './client-ip.ts';
import { whenOver } from './when-over.ts';

export type RequestCap = {
  /** How many requests of one network address may be on their way at a moment. */
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
  const running = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    const address = isStream(request) ? undefined : addressOf(request);
    if (address === undefined) return;
    const key = networkOf(address);
    const count = running.get(key) ?? 0;
    if (count >= most()) throw refusal();
    running.set(key, count + 1);
    whenOver({ raw: reply.raw, socket: request.raw.socket }, () => {
      const left = (running.get(key) ?? 1) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    });
  });
}

function isStream({ method, url }: FastifyRequest): boolean {
  return method === 'GET' && /^\/api\/realtime(?:\?|$)/.test(url);
}
