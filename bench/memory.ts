/*
 * What a server gives back of the memory that it took: sixty callers who send files and texts of 3 MB, list a thousand records and read files, for 30 seconds;
 * resident memory before, at its highest, and 60 seconds after the last call. The limit: 1.25 times what
 * it had before, or 250 MB.
 */
import { readFileSync } from 'node:fs';
import PocketBase from 'pocketbase';
import { printTable } from './support/print-table.ts';
import { memoryLimits, startProduct } from './support/start-product.ts';

const callers = 60;
const seconds = 30;
const pauseMs = 60_000;
const product = await startProduct(memoryLimits);
const { url } = product;
const root = new PocketBase(url).autoCancellation(false);
await root.collection('_superusers').authWithPassword('root@kerbside.example', 'kerbside-demo');
const authorization = root.authStore.token;

function residentMb(): number {
  const status = readFileSync(`/proc/${product.process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

const before = residentMb();
await root.collections.create({
  name: 'bench_papers',
  type: 'base',
  fields: [
    { name: 'words', type: 'text', max: 4_000_000 },
    { name: 'paper', type: 'file', maxSize: 4_000_000 },
  ],
});
let highest = 0;
const watch = setInterval(() => {
  highest = Math.max(highest, residentMb());
}, 100);
const until = Date.now() + seconds * 1000;
let calls = 0;
let stored = '';

async function call(turn: number): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' };
  if (turn % 3 === 0) {
    const body = new FormData();
    body.append('words', 'x'.repeat(3_000_000));
    body.append('paper', new File([Buffer.alloc(3_000_000, turn)], 'paper.txt'));
    const answer = await fetch(`${url}/api/collections/bench_papers/records`, {
      method: 'POST',
      body,
      headers: { authorization },
    });
    const { id, paper } = await answer.json();
    stored = `${url}/api/files/bench_papers/${id}/${paper}`;
  } else if (turn % 3 === 1)
    await (
      await fetch(`${url}/api/collections/lessons/records?perPage=1000&expand=instructor`, { headers })
    ).arrayBuffer();
  else await (await fetch(stored || `${url}/api/health`)).arrayBuffer();
  calls++;
}

await Promise.all(
  Array.from({ length: callers }, async (_, caller) => {
    for (let turn = caller; Date.now() < until; turn++) await call(turn).catch(() => {});
  }),
);
clearInterval(watch);
const last = residentMb();
await new Promise((resolve) => setTimeout(resolve, pauseMs));
const after = residentMb();
await product.stop();

const row = (what: string, measured: number, limit: number | '') => ({ what, measured: measured.toFixed(0), limit });
printTable('memory', [
  row('before, MB', before, ''),
  row(`highest in ${calls} calls of ${callers} callers, MB`, highest, ''),
  row('after the last call, MB', last, ''),
  row(`${pauseMs / 1000} s later, MB`, after, Math.max(250, before * 1.25)),
]);
process.exit(0);
