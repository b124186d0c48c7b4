import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'vitest';
import { createRealtimeClient } from './realtime-client.ts';

test('a stream that is over ends for a reader, too, who takes nothing of what waits', async () => {
  const answered = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, response) => answered.resolve(response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  reader.pause();
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const response = await answered.promise;
  const client = createRealtimeClient({ id: 'a', ip: '::1', response, maxWaitingBytes: () => 1e9, closeMs: 50 });
  const closed = new Promise((resolve) => response.once('close', resolve));
  // More than the system takes of a connection by itself.
  client.send('news', { text: 'x'.repeat(30_000_000) });
  client.close();
  await closed;
  reader.destroy();
  server.close();
});
