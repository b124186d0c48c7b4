import type { FastifyRequest } from 'fastify';
import { isLoopback } from './is-loopback.ts';

/** What a proxy adds: the connection then says nothing of who asks. */
const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'cf-connecting-ip'];

/**
 * True when a request was made on this machine, past no proxy, to an address of this machine, and not by a page of another site: neither
 * a name that somebody points to 127.0.0.1 nor a script that reads across origins gets through.
 */
export function isOwnMachine({ headers, raw }: FastifyRequest): boolean {
  if (!isLoopback(raw.socket.remoteAddress ?? '')) return false;
  if (forwarded.some((name) => headers[name] !== undefined)) return false;
  if (!isLoopback(hostOf(`http://${headers.host ?? ''}`))) return false;
  return headers.origin === undefined || isLoopback(hostOf(headers.origin));
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}
