import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../bin/lib/free-port.mjs';

export type Peer = { url: string; pid: number; stop: () => Promise<void> };

/** What a process of Node loads to end with whoever holds the other end of its input: a test that is killed stops nothing. */
const endWithInput = `data:text/javascript,process.stdin.resume().on('close',()=>process.exit())`;

/** Plays Stripe's part with a state of its own and signed webhooks (emulate, from npm). */
export async function startEmulate(port: number, webhook: { url: string; secret: string }): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-emulate-'));
  const seed = { stripe: { webhooks: [{ url: webhook.url, events: ['*'], secret: webhook.secret }] } };
  // JSON is YAML.
  writeFileSync(join(folder, 'seed.yaml'), JSON.stringify(seed));
  const program = join(import.meta.dirname, '../../node_modules/emulate/dist/index.js');
  const what = ['start', '--service', 'stripe', '-p', String(port), '--seed', join(folder, 'seed.yaml')];
  const child = spawn(process.execPath, ['--import', endWithInput, program, ...what], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  try {
    return await started(child, port);
  } finally {
    // Read at the start alone.
    rmSync(folder, { recursive: true });
  }
}

/**
 * Knows every call of Stripe's by its published description and refuses wrong parameters (stripe-mock, a Go program that `.ci/run` installs where Go is);
 * undefined where it is not installed.
 */
export async function startStripeMock(): Promise<Peer | undefined> {
  const installed = join(import.meta.dirname, '../../.cache/bin/stripe-mock');
  const program = process.env.STRIPE_MOCK ?? (existsSync(installed) ? installed : 'stripe-mock');
  if (spawnSync(program, ['-version'], { stdio: 'ignore' }).error) return undefined;
  const [port, tls] = [await freePort(), await freePort()];
  const args = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${tls}`];
  return started(spawn(program, args, { stdio: 'ignore' }), port);
}

async function started(child: ChildProcess, port: number): Promise<Peer> {
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let isGone = false;
  ended.then(() => {
    isGone = true;
  });
  for (;;) {
    if (isGone) throw new Error(`What plays Stripe’s part did not start on port ${port}.`);
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
