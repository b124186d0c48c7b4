import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of the loopback that nobody listens on just now. It lies below those that the system gives to connections and to whoever listens on any port:
 * none of these takes it in the second until it is used.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
