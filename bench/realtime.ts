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
