import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PocketBase from 'pocketbase';
import { freePort } from '../../bin/lib/free-port.mjs';
import { childrenOf, memoryOf } from './memory-of.ts';
import { memoryLimits, startProduct } from './start-product.ts';

/** A records server to be measured, with a superuser's client. */
export type RecordServer = {
  name: string;
  url: string;
  root: PocketBase;
  /** Of server and database, without the processes beside the server that do foreign work. */
  memoryMb: () => number;
  /** That of the server's own process, without its database. */
  ownMemoryMb: () => number;
  /** Of the processes that do foreign work. */
  workersMb: () => number;
  stop: () => Promise<void>;
};

/** The product on a durable PostgreSQL of its own. */
export async function startOurs(): Promise<RecordServer> {
  const product = await startProduct(memoryLimits);
  const root = new PocketBase(product.url).autoCancellation(false);
  await root.collection('_superusers').authWithPassword('root@kerbside.example', 'kerbside-demo');
  const own = product.process.pid ?? 0;
  return {
    name: 'ours',
    url: product.url,
    root,
    memoryMb() {
      const workers = new Set(childrenOf(own));
      return memoryOf([own, ...childrenOf(process.pid).filter((pid) => !workers.has(pid))]);
    },
    ownMemoryMb: () => memoryOf([own]),
    workersMb: () => memoryOf(childrenOf(own)),
    stop: product.stop,
  };
}

/** PocketBase, the program, on fresh data; with `FULL` each commit is flushed to disk, which the one of test/reference/server can. */
export async function startReference(program: string, synchronous: 'FULL' | '' = ''): Promise<RecordServer> {
  const parent = mkdtempSync(join(tmpdir(), 'kerbside-reference-'));
  // Beside its data it keeps its migrations, which the next run must not find.
  const dir = join(parent, 'pb_data');
  const port = await freePort();
  const [email, password] = ['root@example.com', 'rootroot1234'];
  const made = spawn(program, ['superuser', 'upsert', email, password, '--dir', dir], { stdio: 'ignore' });
  await new Promise((resolve) => made.once('exit', resolve));
  const child = spawn(program, ['serve', '--http', `127.0.0.1:${port}`, '--dir', dir], {
    stdio: 'ignore',
    env: { ...process.env, SYNCHRONOUS: synchronous },
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const root = new PocketBase(url).autoCancellation(false);
  await root.collection('_superusers').authWithPassword(email, password);
  return {
    name: synchronous ? 'PocketBase, flushing' : 'PocketBase',
    url,
    root,
    memoryMb: () => memoryOf([child.pid ?? 0]),
    ownMemoryMb: () => memoryOf([child.pid ?? 0]),
    workersMb: () => 0,
    async stop() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(parent, { recursive: true, force: true });
    },
  };
}
