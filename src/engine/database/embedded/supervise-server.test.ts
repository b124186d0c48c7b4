import { expect, test } from 'vitest';
import { createLogger } from '../../log.ts';
import type { RunningServer } from './start-server.ts';
import { superviseServer } from './supervise-server.ts';

const log = createLogger('silent');

/** A server whose end the test decides. */
function makeServer(pid: number): RunningServer & { die: () => void; isStopped: () => boolean } {
  const { promise: ended, resolve: die } = Promise.withResolvers<void>();
  let stopped = false;
  const stop = async () => {
    stopped = true;
    die();
    await ended;
  };
  return { pid, ended, stop, die, isStopped: () => stopped };
}

test('a server that ends by itself is started again, as often as it takes', async () => {
  const first = makeServer(1);
  const second = makeServer(2);
  const isUp = Promise.withResolvers<void>();
  let attempts = 0;
  const start = async () => {
    attempts++;
    if (attempts < 3) throw new Error('The disk is full.');
    isUp.resolve();
    return second;
  };
  const stop = superviseServer(first, start, log);
  first.die();
  await isUp.promise;
  expect(attempts).toBe(3);
  await stop();
  expect(second.isStopped()).toBe(true);
});

test('told to stop, it stops the server and starts none', async () => {
  const first = makeServer(1);
  let attempts = 0;
  const stop = superviseServer(
    first,
    async () => {
      attempts++;
      return makeServer(2);
    },
    log,
  );
  await stop();
  expect(first.isStopped()).toBe(true);
  expect(attempts).toBe(0);
});

test('told to stop while a start is under way, it stops what that start brings', async () => {
  const first = makeServer(1);
  const second = makeServer(2);
  const isStarting = Promise.withResolvers<void>();
  const mayStart = Promise.withResolvers<void>();
  const start = async () => {
    isStarting.resolve();
    await mayStart.promise;
    return second;
  };
  const stop = superviseServer(first, start, log);
  first.die();
  await isStarting.promise;
  const stopped = stop();
  mayStart.resolve();
  await stopped;
  expect(second.isStopped()).toBe(true);
});

test('told to stop while starts fail, it gives up at once', async () => {
  const first = makeServer(1);
  const hasFailed = Promise.withResolvers<void>();
  const start = async () => {
    hasFailed.resolve();
    throw new Error('The disk is full.');
  };
  const stop = superviseServer(first, start, log);
  first.die();
  await hasFailed.promise;
  await stop();
});
