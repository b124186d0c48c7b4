/*
 * Streams of events beside PocketBase, when POCKETBASE names its program: how long until the last of 500 subscribers has heard of a new record,
 * and the memory of one server with 2,000 open streams. The limits: PocketBase's time, and 500 MB.
 */
import PocketBase from 'pocketbase';
import { type EventStream, openEventStream } from './support/event-stream.ts';
import { printTable, quantile } from './support/print-table.ts';
import { type RecordServer, startOurs, startReference } from './support/record-servers.ts';

const subscribers = 500;
const streams = 2_000;
const rounds = 30;

const program = process.env.POCKETBASE;
const servers = [await startOurs(), ...(program ? [await startReference(program)] : [])];

async function openMany(url: string, count: number, onEvent: () => void): Promise<EventStream[]> {
  const opened: EventStream[] = [];
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(50, count - opened.length) }, () => openEventStream(url, onEvent));
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

async function fanOut({ url, root }: RecordServer): Promise<number[]> {
  await root.collections.create({
    name: 'bench_news',
    type: 'base',
    listRule: '',
    viewRule: '',
    createRule: '',
    fields: [{ name: 'title', type: 'text' }],
  });
  let heard = 0;
  let all = () => {};
  const opened = await openMany(url, subscribers, () => {
    heard++;
    if (heard === subscribers) all();
  });
  for (const { clientId } of opened) {
    await fetch(`${url}/api/realtime`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, subscriptions: ['bench_news/*'] }),
    });
  }
  const guest = new PocketBase(url).autoCancellation(false);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    heard = 0;
    const reached = new Promise<void>((resolve) => {
      all = resolve;
    });
    const began = performance.now();
    await guest.collection('bench_news').create({ title: `News ${round}` });
    await reached;
    times.push(performance.now() - began);
  }
  for (const stream of opened) stream.close();
  return times;
}

/** Milliseconds that one DELETE takes while 20 streams of guests hold a thousand filters each. */
async function deleteUnderFilters({ url, root }: RecordServer): Promise<number> {
  const rules = { listRule: '', viewRule: '', deleteRule: '', createRule: '' };
  await root.collections.create({
    name: 'bench_doomed',
    type: 'base',
    ...rules,
    fields: [{ name: 'title', type: 'text' }],
  });
  const guest = new PocketBase(url).autoCancellation(false);
  const record = await guest.collection('bench_doomed').create({ title: 'n7' });
  const opened = await openMany(url, 20, () => {});
  const subscriptions = Array.from({ length: 1000 }, (_, index) => {
    const options = JSON.stringify({ query: { filter: `title = 'n${index}'` } });
    return `bench_doomed/*?options=${encodeURIComponent(options)}`;
  });
  for (const { clientId } of opened) {
    await guest.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions } });
  }
  const began = performance.now();
  await guest.collection('bench_doomed').delete(record.id);
  const took = performance.now() - began;
  for (const stream of opened) stream.close();
  return took;
}

// As many streams from one address are ours to open here, and a stranger's nowhere.
await servers[0]?.root.settings.update({ budgets: { addressStreams: 10_000, guestBodyBytes: 10_000_000 } });
const rows = [];
const times = [];
for (const server of servers) times.push(await fanOut(server));
const [ours = [], theirs] = times;
rows.push({
  what: `a record reaches ${subscribers} subscribers, median ms`,
  ours: quantile(ours, 0.5).toFixed(1),
  PocketBase: theirs ? quantile(theirs, 0.5).toFixed(1) : '',
  ratio: theirs ? (quantile(ours, 0.5) / quantile(theirs, 0.5)).toFixed(2) : '',
  limit: 1,
});
const deletions = [];
for (const server of servers) deletions.push(await deleteUnderFilters(server));
const [ourDeletion = 0, theirDeletion] = deletions;
rows.push({
  what: 'one DELETE with 20 streams of 1,000 filters each, ms',
  ours: ourDeletion.toFixed(0),
  PocketBase: theirDeletion?.toFixed(0) ?? '',
  ratio: (ourDeletion / 1000).toFixed(2),
  limit: 1,
});
for (const server of servers) {
  const before = server.memoryMb();
  const opened = await openMany(server.url, streams, () => {});
  rows.push({
    what: `memory with ${streams} streams, MB (${server.name}; ${before} before)`,
    ours: server.name === 'ours' ? String(server.memoryMb()) : '',
    PocketBase: server.name === 'ours' ? '' : String(server.memoryMb()),
    ratio: server.name === 'ours' ? (server.memoryMb() / 500).toFixed(2) : '',
    limit: server.name === 'ours' ? 1 : '',
  });
  for (const stream of opened) stream.close();
}
printTable('realtime', rows);
for (const server of servers) await server.stop();
