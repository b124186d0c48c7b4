import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../log.ts';
import type { RunningServer } from './start-server.ts';

/** Starts the server anew, after clearing away what the last one left. */
type Start = () => Promise<RunningServer>;

const longestPauseMs = 5_000;

/**
 * Keeps the database running: when it ends without being told to (killed, out of memory, a full disk), it is started again, which
 * recovers everything confirmed. Connections opened meanwhile fail and the pools replace them. Returns the way to stop it for good.
 */
export function superviseServer(first: RunningServer, start: Start, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let server: RunningServer | undefined = first;
  const watch = async () => {
    while (server) {
      await server.ended;
      server = undefined;
      if (stopping.signal.aborted) return;
      log.error({}, 'The database ended by itself; starting it again.');
      server = await startAgain(start, stopping.signal, log);
      // Told to stop while that start was under way.
      if (stopping.signal.aborted) await server?.stop();
    }
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await server?.stop();
    await watching;
  };
}

async function startAgain(start: Start, signal: AbortSignal, log: Logger): Promise<RunningServer | undefined> {
  for (let pauseMs = 50; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await start();
    } catch (error) {
      log.error(
        { error: error instanceof Error ? error.message : String(error) },
        'The database does not start; trying again.',
      );
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
  return undefined;
}
