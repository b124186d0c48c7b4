import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PocketBase from 'pocketbase';
import { freePort } from './run-server.ts';
import { startProduct } from './start-product.ts';

/** A records server to be measured, with a superuser's client. */
export type RecordServer = {
  name: string;
  url: string;
  root: PocketBase;
  memoryMb: () => number;
  stop: () => Promise<void>;
};

/** The product on a durable PostgreSQL of its own. */
export async function startOurs(): Promise<RecordServer> {
  const product = await startProduct({ NODE_OPTIONS: '--max-old-space-size=384' });
  const root = new PocketBase(product.url).autoCancellation(false);
  await root.collection('_superusers').authWithPassword('root@kerbside.example', 'kerbside-demo');
  const processes = () => [product.process.pid ?? 0, ...childrenOf(process.pid)];
  return { name: 'ours', url: product.url, root, memoryMb: () => memoryOf(processes()), stop: product.stop };
}

/** PocketBase, the program, on fresh data. */
export async function startReference(program: string): Promise<RecordServer> {
  const dir = mkdtempSync(join(tmpdir(), 'kerbside-reference-'));
  const port = await freePort();
  const [email, password] = ['root@example.com', 'rootroot1234'];
  const made = spawn(program, ['superuser', 'upsert', email, password, '--dir', dir], { stdio: 'ignore' });
  await new Promise((resolve) => made.once('exit', resolve));
  const child = spawn(program, ['serve', '--http', `127.0.0.1:${port}`, '--dir', dir], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const root = new PocketBase(url).autoCancellation(false);
  await root.collection('_superusers').authWithPassword(email, password);
  return {
    name: 'PocketBase',
    url,
    root,
    memoryMb: () => memoryOf([child.pid ?? 0]),
    async stop() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Every process below one, at any depth. */
function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const own = listed === '' ? [] : listed.split(' ').map(Number);
  return own.flatMap((child) => [child, ...childrenOf(child)]);
}

/** Memory that processes do not share plus their part of what they do, in megabytes. */
function memoryOf(pids: readonly number[]): number {
  const kilobytes = [...new Set(pids)].map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.round(kilobytes.reduce((sum, value) => sum + value, 0) / 1024);
}
