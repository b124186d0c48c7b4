/*
 * The records engine beside PocketBase, the server whose API it speaks, when POCKETBASE names its program: the same collection of 20,000 rows,
 * the same calls, 32 clients, the two in turns. The limits (in requests per second of PocketBase): view and auth-refresh 1.5, a filtered and
 * sorted list 2, create and update 1 although every commit of ours is flushed to disk.
 */
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

type Call = { name: string; goal: number; clients: number; next: (scene: Scene) => Request };

const calls: Call[] = [
  { name: 'view', goal: 1.5, clients: 32, next: (scene) => ({ method: 'GET', path: `${records}/${pick(scene)}` }) },
  {
    name: 'list of 30, filtered and sorted',
    goal: 2,
    clients: 32,
    next: () => {
      const filter = `n >= ${(turn++ * 7919) % rowCount} && flag = true`;
      return { method: 'GET', path: `${records}?perPage=30&sort=n&filter=${encodeURIComponent(filter)}` };
    },
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
const servers = [await startOurs(), ...(program ? [await startReference(program)] : [])];
const scenes = new Map<RecordServer, Scene>();
for (const server of servers) scenes.set(server, await fill(server));

async function measure(server: RecordServer, { clients, next }: Call): Promise<Load> {
  const scene = scenes.get(server);
  if (!scene) throw new Error('no scene');
  const options = { clients, next: () => next(scene) };
  await load(server.url, { ...options, seconds: 2 });
  return load(server.url, { ...options, seconds: 5 });
}

const rows = [];
for (const call of calls) {
  const seen: Load[] = [];
  for (const server of servers) seen.push(await measure(server, call));
  const [ours, theirs] = seen;
  const statuses = seen.flatMap((one) => Object.keys(one.statuses)).filter((status) => status !== '200');
  rows.push({
    call: call.name,
    'ours/s': Math.round(ours?.perSecond ?? 0),
    'p99 ms': (ours?.p99 ?? 0).toFixed(1),
    'PocketBase/s': theirs ? Math.round(theirs.perSecond) : '',
    ratio: ours && theirs ? (ours.perSecond / theirs.perSecond).toFixed(2) : '',
    goal: call.goal,
    'other statuses': [...new Set(statuses)].join(' '),
  });
}
const memory = servers.map((server) => server.memoryMb());
rows.push({
  call: 'memory after all of it, MB',
  'ours/s': memory[0] ?? 0,
  'p99 ms': '',
  'PocketBase/s': memory[1] ?? '',
  ratio: memory[1] ? ((memory[0] ?? 0) / memory[1]).toFixed(2) : '',
  goal: 1,
  'other statuses': '',
});
printTable('records', rows);
for (const server of servers) await server.stop();
