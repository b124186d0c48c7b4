import autocannon, { type Request } from 'autocannon';
import { quantile } from './print-table.ts';

/** What a load saw: answers per second, latencies in milliseconds, and how many answers had which status. */
export type Load = { perSecond: number; p50: number; p99: number; errors: number; statuses: Record<number, number> };

export type LoadOptions = {
  clients: number;
  /** How long, or how many requests. */
  seconds?: number;
  amount?: number;
  headers?: Record<string, string>;
  /** What differs from request to request. */
  next?: () => Request;
};

/** Requests `url` from so many clients, each sending its next request when the last was answered. */
export async function load(url: string, options: LoadOptions): Promise<Load> {
  const { next } = options;
  const running = autocannon({
    url,
    connections: options.clients,
    ...(options.seconds === undefined ? {} : { duration: options.seconds }),
    ...(options.amount === undefined ? {} : { amount: options.amount }),
    ...(options.headers ? { headers: options.headers } : {}),
    ...(next ? { requests: [{ setupRequest: (request: Request) => ({ ...request, ...next() }) }] } : {}),
  });
  const latencies: number[] = [];
  const statuses: Record<number, number> = {};
  running.on('response', (_client, status, _bytes, milliseconds) => {
    latencies.push(milliseconds);
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  const result = await running;
  return {
    perSecond: result.requests.total / result.duration,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    errors: result.errors,
    statuses,
  };
}
