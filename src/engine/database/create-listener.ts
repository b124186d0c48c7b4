import pg from 'pg';
import { endClient, watchHeartbeat } from './time-limits.ts';

/**
 * One connection that listens to the database's notices and reconnects by itself. A connection, and each answer on it, is waited for `answerMs`: one that a
 * network swallowed would else be waited for without end, and nothing be heard any more.
 */
export function createListener(connection: pg.PoolConfig, answerMs = 10_000) {
  const handlers = new Map<string, Array<(payload: string) => void>>();
  const gapHandlers: Array<(isBack: boolean) => void> = [];
  let client: pg.Client | undefined;
  let closed = false;
  let reconnectTimer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    // Without keep-alive a connection that a network dropped silently would never be missed.
    const next = new pg.Client({
      ...(connection as pg.ClientConfig),
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    next.on('notification', (message) => {
      for (const handler of handlers.get(message.channel) ?? []) handler(message.payload ?? '');
    });
    next.on('error', () => {});
    next.on('end', () => {
      if (closed || client !== next) return;
      client = undefined;
      tellOfGap(false);
      scheduleReconnect();
    });
    await next.connect();
    try {
      for (const channel of handlers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await endClient(next).catch(() => {});
      throw error;
    }
    if (closed) return next.end();
    client = next;
    watchHeartbeat(next);
  }

  function tellOfGap(isBack: boolean): void {
    for (const handler of gapHandlers) handler(isBack);
  }

  function scheduleReconnect(): void {
    if (closed) return;
    reconnectTimer = setTimeout(() => {
      connect().then(() => tellOfGap(true), scheduleReconnect);
    }, 500);
  }

  return {
    async listen(channel: string, onPayload: (payload: string) => void, onGap?: (isBack: boolean) => void) {
      if (onGap) gapHandlers.push(onGap);
      const known = handlers.get(channel);
      if (known) {
        known.push(onPayload);
        return;
      }
      handlers.set(channel, [onPayload]);
      if (client) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      else await connect();
    },
    async close() {
      closed = true;
      clearTimeout(reconnectTimer);
      if (client) await endClient(client);
    },
  };
}
