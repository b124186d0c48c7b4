import { request } from 'node:http';

/** An open stream of events that counts what comes after its connection was acknowledged. */
export type EventStream = { clientId: string; received: () => number; pause: () => void; close: () => void };

/** Opens `/api/realtime` and comes back with the client's id. `onEvent` hears of each event after the first. */
export function openEventStream(
  url: string,
  onEvent: () => void,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let isConnected = false;
    let buffer = '';
    const call = request(`${url}/api/realtime`, { agent: false, headers }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        buffer += chunk;
        for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
          const block = buffer.slice(0, end);
          buffer = buffer.slice(end + 2);
          if (block.startsWith(':')) continue;
          if (isConnected) {
            count++;
            onEvent();
            continue;
          }
          isConnected = true;
          const clientId = /"clientId":"([^"]+)"/.exec(block)?.[1] ?? '';
          const pause = () => void answer.pause();
          resolve({ clientId, received: () => count, pause, close: () => call.destroy() });
        }
      });
    });
    call.on('error', (error) => (isConnected ? undefined : reject(error)));
    call.end();
  });
}
