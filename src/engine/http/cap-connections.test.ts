import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { budgetOf } from '../limits/budgets.ts';
import { capConnections } from './cap-connections.ts';

const server = createServer((_request, response) => response.end('served'));
let isFree = false;
const sockets: Socket[] = [];

beforeAll(async () => {
  const most = () => budgetOf({ budgets: { addressConnections: 3 } }, 'addressConnections');
  capConnections(server, { most, isFree: () => isFree, refusal: 'HTTP/1.1 429 Too Many Requests\r\n\r\n' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [bytes] = await once(socket, 'data');
  return String(bytes).split('\r\n')[0] ?? '';
}

describe('[10.1.13] an address', () => {
  test('has as many connections as it may, one more is refused, and there is room again when one is closed', async () => {
    const held = [await open(), await open(), await open()];
    for (const socket of held) expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
    const [told] = await once(await open(), 'data');
    expect(String(told)).toContain('429 Too Many Requests');
    held[0]?.destroy();
    await expect.poll(async () => (await ask(await open()).catch(() => '')) === 'HTTP/1.1 200 OK').toBe(true);
  });

  test('that stands for many people has as many as it likes', async () => {
    isFree = true;
    for (let count = 0; count < 6; count++) expect(await ask(await open())).toBe('HTTP/1.1 200 OK');
  });
});
