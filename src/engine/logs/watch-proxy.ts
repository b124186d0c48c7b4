import type { IncomingHttpHeaders } from 'node:http';
import type { Engine } from '../engine.ts';
import { type TrustedProxy, unreadableHeader } from '../http/client-ip.ts';
import type { LogBook } from './create-log-book.ts';
import { hasLogSince } from './logs.store.ts';

const hourMs = 3_600_000;
const toldOperators = 'A proxy wrote no address into the header that is trusted: its visitors are one address.';

/** Tells the operator of proxies that write something else than addresses into the trusted header, once an hour. */
export function createProxyWatch({ clock, logBook, log }: Pick<Engine, 'clock' | 'log'> & { logBook: LogBook }) {
  let nextMs = Number.NEGATIVE_INFINITY;
  return (headers: IncomingHttpHeaders, proxy: TrustedProxy): void => {
    const header = unreadableHeader(headers, proxy);
    const nowMs = clock.nowMs();
    if (header === undefined || nowMs < nextMs) return;
    nextMs = nowMs + hourMs;
    log.warn({ header }, toldOperators);
    logBook.add({ level: 4, message: toldOperators, data: { type: 'proxy', header } }, undefined);
  };
}

/** Whether a server told of such a proxy within the last day. */
export function wasProxyUnreadable({ db, clock }: Pick<Engine, 'db' | 'clock'>): Promise<boolean> {
  return hasLogSince(db, { message: toldOperators, sinceMs: clock.nowMs() - 24 * hourMs });
}
