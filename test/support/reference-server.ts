import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import PocketBase from 'pocketbase';
import { vi } from 'vitest';
import { freePort } from '../../bin/lib/free-port.mjs';

/** A PocketBase that runs, with a client of its superuser. */
export type Reference = { client: PocketBase; url: string; stop: () => Promise<void> };

const root = { email: 'root@example.com', password: 'rootroot1234' };

/** Starts the real PocketBase, which `bin/check --reference` builds, on a folder. */
export async function startReference(program: string, dir: string): Promise<Reference> {
  const made = spawnSync(program, ['superuser', 'upsert', root.email, root.password, '--dir', dir], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`${made.stdout}${made.stderr}`);
  const address = `127.0.0.1:${await freePort()}`;
  const child: ChildProcess = spawn(program, ['serve', '--http', address, '--dir', dir], { stdio: 'ignore' });
  const url = `http://${address}`;
  await vi.waitFor(() => fetch(`${url}/api/health`), { timeout: 20_000 });
  const client = new PocketBase(url).autoCancellation(false);
  await client.collection('_superusers').authWithPassword(root.email, root.password);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { client, url, stop };
}
