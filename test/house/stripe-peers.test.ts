import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../bin/lib/free-port.mjs';

const peers = join(import.meta.dirname, '../support/stripe-peers.ts');

test('what plays Stripe’s part ends with the process that started it, killed or not', async () => {
  const starting = `import { startEmulate } from ${JSON.stringify(peers)};
    const peer = await startEmulate(${await freePort()}, { url: 'http://127.0.0.1:1/', secret: 'whsec_none' });
    console.log(peer.pid);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', starting], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  const pid = Number(said);
  expect(isThere(pid)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => isThere(pid)).toBe(false);
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
