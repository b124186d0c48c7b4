/*
 * Cold and warm start of the product as `npm start` runs it (packages installed, pages built), and the memory of server and database after
 * 10,000 requests. The limit of a warm start is 3 s to the first answer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../bin/lib/free-port.mjs';
import { load } from './support/load.ts';
import { printTable } from './support/print-table.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));

async function start(): Promise<{ url: string; startMs: number; pid: number; stop: () => Promise<void> }> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['bin/start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const startMs = performance.now() - began;
  return {
    url,
    startMs,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The proportional memory of a process and all below it, in MB, split into server and database. */
function memoryOf(pid: number): { server: number; database: number } {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process ended while we looked.
    }
  }
  const isBelow = (id: number): boolean => id === pid || (parents.has(id) && isBelow(parents.get(id) ?? 0));
  const sums = { server: 0, database: 0 };
  for (const id of parents.keys()) {
    if (!isBelow(id)) continue;
    const name = readFileSync(`/proc/${id}/comm`, 'utf8').trim();
    const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? '0';
    sums[name.startsWith('postgres') ? 'database' : 'server'] += Number(pss) / 1024;
  }
  return sums;
}

const cold = await start();
await cold.stop();
const warm: number[] = [];
for (let round = 0; round < 3; round++) {
  const running = await start();
  warm.push(running.startMs);
  await running.stop();
}
const running = await start();
const before = memoryOf(running.pid);
for (const path of ['/', '/api/marketplace/instructors', '/api/collections/instructors/records', '/api/health']) {
  await load(running.url + path, { clients: 32, amount: 2500 });
}
const after = memoryOf(running.pid);
await running.stop();
rmSync(dataDir, { recursive: true, force: true });

const limitMs = 3000;
const middle = warm.sort((a, b) => a - b)[1] ?? 0;
printTable('start', [
  { start: 'cold, empty data folder', 'ms to the first answer': Math.round(cold.startMs), 'of the limit': '' },
  {
    start: 'warm, middle of three',
    'ms to the first answer': Math.round(middle),
    'of the limit': (middle / limitMs).toFixed(2),
  },
]);
printTable('memory', [
  { when: 'after the start', 'server MB': before.server.toFixed(0), 'database MB': before.database.toFixed(0) },
  { when: 'after 10,000 requests', 'server MB': after.server.toFixed(0), 'database MB': after.database.toFixed(0) },
]);
