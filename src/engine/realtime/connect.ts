import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';
import { budgetOf } from '../limits/budgets.ts';
import { tokenAlphabet } from '../random.ts';
import type { ClientRegistry } from './client-registry.ts';
import { createRealtimeClient } from './realtime-client.ts';
import type { StreamPlaces } from './stream-places.ts';

/** Keeps proxies from closing a stream on which nothing happens. */
const heartbeatMs = 15_000;
const maxMs = 30 * 60_000;

/** GET /api/realtime (wire contract, section 15): an event stream that begins with its client id; closed after half an hour. */
export function connectRoute(getEngine: () => Engine, clients: ClientRegistry, places: StreamPlaces): Route {
  return {
    method: 'GET',
    path: '/api/realtime',
    isLogged: false,
    async handle({ reply, ip, method }) {
      const { random, settings } = getEngine();
      places.admit(ip);
      const response = reply.raw;
      for (const [name, value] of Object.entries(reply.getHeaders())) response.setHeader(name, value ?? '');
      reply.hijack();
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      if (method === 'HEAD') {
        response.end();
        return undefined;
      }
      const client = createRealtimeClient({
        id: random.text(40, tokenAlphabet),
        ip,
        response,
        // However many a network has open, what waits for all of them has one end.
        maxWaitingBytes: () =>
          Math.min(
            budgetOf(settings.current(), 'streamBytes'),
            budgetOf(settings.current(), 'addressStreamBytes') / Math.max(1, clients.countOf(ip).streams),
          ),
      });
      clients.add(client);
      places.enter(client);
      const heartbeat = setInterval(client.heartbeat, heartbeatMs).unref();
      const end = setTimeout(client.close, maxMs).unref();
      // A client that went away is no error of ours.
      response.on('error', () => {});
      response.on('close', () => {
        clients.remove(client);
        client.held?.release();
        clearInterval(heartbeat);
        clearTimeout(end);
      });
      client.send('PB_CONNECT', { clientId: client.id });
      return undefined;
    },
  };
}
