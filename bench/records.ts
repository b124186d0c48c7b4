/*
 * The records engine beside PocketBase, the server whose API it speaks, when POCKETBASE names its program: the same collection of 20,000 rows,
 * the same calls, 32 clients, the two in turns. The limits (in requests per second of PocketBase): view and auth-refresh 1.5, a filtered and
 * sorted list 2, create and update 1 although every commit of ours is flushed to disk. A view by one client may take as long as there, and a create by one
 * as long as there when it flushes, too: with FLUSHING=1 the program is the one of test/reference/server. SECONDS, 5 unless told, is how long each is asked.
 */
import { setTimeout } from 'node:timers/promises';
import type { Request } from 'autocannon';
import PocketBase from 'pocketbase';
import { type Load, load } from './support/load.ts';
import { printTable } from './support/print-table.ts';
import { type RecordServer, startOurs, startReference } from './support/record-servers.ts';

const rowCount = 20_000;
const person = { email: 'bench@example.com', password: 'a-long-password' };

type Scene = { ids: string[]; token: string };

async function fill({ root }: RecordServer): Promise<Scene> {
  await root.settings.update({ batch: { enabled: true, maxRequests: 1000, timeout: 60 } });
  await root.collections.create({
    name: 'bench_items',
    type: 'base',
    listRule: '',
    viewRule: '',
    createRule: '',
    updateRule: '',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'n', type: 'number' },
      { name: 'flag', type: 'bool' },
      { name: 'created', type: 'autodate', onCreate: true },
    ],
    indexes: ['CREATE INDEX idx_bench_items_n ON bench_items (n)'],
  });
  await root.collections.create({ name: 'bench_people', type: 'auth', viewRule: '' });
  await root.collection('bench_people').create({ ...person, passwordConfirm: person.password, verified: true });
  const ids: string[] = [];
  for (let at = 0; at < rowCount; at += 500) {
    const batch = root.createBatch();
    for (let n = at; n < at + 500; n++) {
      batch.collection('bench_items').create({ title: `Item ${n} with some words of its own`, n, flag: n % 3 === 0 });
    }
    for (const { body } of await batch.send()) ids.push(body.id);
  }
  const guest = new PocketBase(root.baseURL).autoCancellation(false);
  const { token } = await guest.collection('bench_people').authWithPassword(person.email, person.password);
  return { ids, token };
}

const records = '/api/collections/bench_items/records';
const json = { 'content-type': 'application/json' };
let turn = 0;
const pick = ({ ids }: Scene) => ids[(turn++ * 7919) % ids.length];

function list(): string {
  const filter = `n >= ${(turn++ * 7919) % rowCount} && flag = true`;
  return `${records}?perPage=30&sort=n&filter=${encodeURIComponent(filter)}`;
}

type Call = { name: string; goal: number; clients: number; next: (scene: Scene) => Request };

const calls: Call[] = [
  {
    name: 'view, one client',
    goal: 1,
    clients: 1,
    next: (scene) => ({ method: 'GET', path: `${records}/${pick(scene)}` }),
  },
  {
    name: 'create, one client',
    goal: 1,
    clients: 1,
    next: () => ({ method: 'POST', path: records, headers: json, body: JSON.stringify({ title: 'one', n: turn++ }) }),
  },
  { name: 'view', goal: 1.5, clients: 32, next: (scene) => ({ method: 'GET', path: `${records}/${pick(scene)}` }) },
  {
    name: 'list of 30, filtered and sorted',
    goal: 2,
    clients: 32,
    next: () => ({ method: 'GET', path: list() }),
  },
  {
    name: 'the same with skipTotal',
    goal: 2,
    clients: 32,
    next: () => ({ method: 'GET', path: `${list()}&skipTotal=1` }),
  },
  {
    name: 'create',
    goal: 1,
    clients: 32,
    next: () => ({ method: 'POST', path: records, headers: json, body: JSON.stringify({ title: 'new', n: turn++ }) }),
  },
  {
    name: 'update',
    goal: 1,
    clients: 32,
    next: (scene) => ({
      method: 'PATCH',
      path: `${records}/${pick(scene)}`,
      headers: json,
      body: JSON.stringify({ title: `changed ${turn}` }),
    }),
  },
  {
    name: 'auth-refresh',
    goal: 1.5,
    clients: 32,
    next: ({ token }) => ({
      method: 'POST',
      path: '/api/collections/bench_people/auth-refresh',
      headers: { authorization: token },
    }),
  },
  {
    name: 'batch of 50 creates',
    goal: 1,
    clients: 4,
    next: () => {
      const requests = Array.from({ length: 50 }, () => ({
        method: 'POST',
        url: records,
        body: { title: 'b', n: turn++ },
      }));
      return { method: 'POST', path: '/api/batch', headers: json, body: JSON.stringify({ requests }) };
    },
  },
];

const program = process.env.POCKETBASE;
const seconds = Number(process.env.SECONDS ?? 5);
const idleSeconds = 30;
const servers = [await startOurs()];
if (program) servers.push(await startReference(program));
if (program && process.env.FLUSHING) servers.push(await startReference(program, 'FULL'));
// What a start needed is given back by then.
await setTimeout(idleSeconds * 1000);
const idle = servers.map((server) => server.memoryMb());
const scenes = new Map<RecordServer, Scene>();
for (const server of servers) scenes.set(server, await fill(server));

async function measure(server: RecordServer, { clients, next }: Call): Promise<Load> {
  const scene = scenes.get(server);
  if (!scene) throw new Error('no scene');
  const options = { clients, next: () => next(scene) };
  await load(server.url, { ...options, seconds: 2 });
  return load(server.url, { ...options, seconds });
}

const rows = [];
for (const call of calls) {
  const seen: Load[] = [];
  for (const server of servers) seen.push(await measure(server, call));
  const [ours, theirs, flushing] = seen;
  const statuses = seen.flatMap((one) => Object.keys(one.statuses)).filter((status) => status !== '200');
  rows.push({
    call: call.name,
    'ours/s': Math.round(ours?.perSecond ?? 0),
    'p50 ms': (ours?.p50 ?? 0).toFixed(2),
    'p99 ms': (ours?.p99 ?? 0).toFixed(1),
    'PocketBase/s': theirs ? Math.round(theirs.perSecond) : '',
    'its p50 ms': theirs?.p50.toFixed(2) ?? '',
    ratio: ours && theirs ? (ours.perSecond / theirs.perSecond).toFixed(2) : '',
    'flushing/s': flushing ? Math.round(flushing.perSecond) : '',
    'its ratio': ours && flushing ? (ours.perSecond / flushing.perSecond).toFixed(2) : '',
    goal: call.goal,
    'other statuses': [...new Set(statuses)].join(' '),
  });
}
printTable('records', rows);
const memory = servers.map((server) => server.memoryMb());
const ownMemory = servers.map((server) => server.ownMemoryMb());
printTable(
  'records-memory',
  servers.map(({ name }, index) => ({
    server: name,
    [`idle for ${idleSeconds} s, MB`]: idle[index] ?? 0,
    'after all of it, MB': memory[index] ?? 0,
    'of it the server alone, MB': ownMemory[index] ?? 0,
  })),
);
for (const server of servers) await server.stop();
