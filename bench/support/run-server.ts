import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../bin/lib/free-port.mjs';

export type RunningServer = { url: string; process: ChildProcess; startMs: number; stop: () => Promise<void> };

/** Runs a TypeScript file that serves on PORT and comes back with the time to its first answer of `path`. */
export async function runServer(
  file: string,
  environment: Record<string, string>,
  path = '/api/health',
): Promise<RunningServer> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = once(child, 'exit');
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    const answer = await fetch(url + path).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    url,
    process: child,
    startMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
