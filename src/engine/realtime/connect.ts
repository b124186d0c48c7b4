import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';
import { tokenAlphabet } from '../random.ts';
import { createRealtimeClient, type RealtimeClient } from './realtime-client.ts';

const heartbeatMs = 15_000;
const maxMs = 30 * 60_000;

/** GET /api/realtime (wire contract, section 15): an event stream that begins with its client id; closed after half an hour. */
export function connectRoute(getEngine: () => Engine, clients: Map<string, RealtimeClient>): Route {
  return {
    method: 'GET',
    path: '/api/realtime',
    async handle({ reply, ip }) {
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Content-Type-Options': 'nosniff',
        'Access-Control-Allow-Origin': '*',
      });
      const client = createRealtimeClient(getEngine().random.text(40, tokenAlphabet), ip, response);
      clients.set(client.id, client);
      const heartbeat = setInterval(client.heartbeat, heartbeatMs).unref();
      const end = setTimeout(client.close, maxMs).unref();
      response.on('close', () => {
        clients.delete(client.id);
        clearInterval(heartbeat);
        clearTimeout(end);
      });
      client.send('PB_CONNECT', { clientId: client.id });
      return undefined;
    },
  };
}
