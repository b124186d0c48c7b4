/*
 * What the server's time goes to: each call is made for some seconds by one client or by 16, and the functions that took most are kept as a text in
 * docs/profiles. No figures of their own: bench/records.ts, bench/slots.ts and bench/pages.ts have them. Names after it take some of the calls.
 */
import { loadavg } from 'node:os';
import type { Request } from 'autocannon';
import PocketBase from 'pocketbase';
import { freePort } from '../bin/lib/free-port.mjs';
import { keepProfile, profileDuring } from './support/keep-profile.ts';
import { load } from './support/load.ts';
import { memoryLimits, startProduct } from './support/start-product.ts';

const port = await freePort();
const inspected = `${memoryLimits.NODE_OPTIONS} --inspect=127.0.0.1:${port}`;
const product = await startProduct({ ...memoryLimits, NODE_OPTIONS: inspected });
const root = new PocketBase(product.url).autoCancellation(false);
await root.collection('_superusers').authWithPassword('root@kerbside.example', 'kerbside-demo');
await root.collections.create({
  name: 'bench_items',
  type: 'base',
  listRule: '',
  viewRule: '',
  createRule: '',
  fields: [
    { name: 'title', type: 'text' },
    { name: 'n', type: 'number' },
  ],
});
const ids: string[] = [];
for (let n = 0; n < 500; n++) ids.push((await root.collection('bench_items').create({ title: `Item ${n}`, n })).id);
const listed = await root.collection('instructors').getFullList({ filter: "status = 'listed'" });
const instructors = listed.filter(({ lessonMinutes }) =>
  lessonMinutes.some((minutes: unknown) => Number(minutes) === 60),
);

let turn = 0;
const records = '/api/collections/bench_items/records';
const next = <T>(list: readonly T[]) => list[turn++ % list.length];
const day = (days: number) => new Date((Math.floor(Date.now() / 86_400_000) + days) * 86_400_000).toISOString();
const get = (path: string): Request => ({ method: 'GET', path });

const create = (): Request => ({
  method: 'POST',
  path: records,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ title: 'new', n: turn++ }),
});

const calls: Record<string, { clients: number; ask: () => Request }> = {
  view: { clients: 1, ask: () => get(`${records}/${next(ids)}`) },
  list: {
    clients: 16,
    ask: () => get(`${records}?perPage=30&sort=n&filter=${encodeURIComponent(`n >= ${turn++ % 400}`)}`),
  },
  'create-alone': { clients: 1, ask: create },
  slots: {
    clients: 16,
    ask: () => {
      const week = (turn % 8) * 7;
      const id = next(instructors)?.id;
      return get(`/api/marketplace/slots?instructor=${id}&from=${day(week)}&to=${day(week + 7)}&durationMinutes=60`);
    },
  },
  page: { clients: 16, ask: () => get(`/instructors/${next(instructors)?.id}?seen=${turn}`) },
};

const [, , ...chosen] = process.argv;
for (const [name, { clients, ask }] of Object.entries(calls)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  await load(product.url, { clients, seconds: 2, next: ask });
  const profile = await profileDuring(port, async () => {
    const { statuses } = await load(product.url, { clients, seconds: 5, next: ask });
    console.log(name, statuses);
  });
  const said = `${name}: ${clients} ${clients === 1 ? 'client' : 'clients'}, at a load of ${loadavg()[0]?.toFixed(0)} (bench/profiles.ts)`;
  keepProfile(name, said, profile);
}
await product.stop();
process.exit(0);
