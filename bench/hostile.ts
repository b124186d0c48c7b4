/*
 * Memory while 240 strangers use each what it may at most, for half a minute: bodies, half-sent bodies, event streams full of subscriptions, answers
 * expanded as far as they go, filters through relations, the pictures that are the most work. Each has an address of its own, told by a trusted header. The limit: 600 MB for the server
 * and its database, each page of memory that they share counted once (Pss). `node bench/hostile.ts sendHalf` has strangers of one kind alone, 40 of them.
 */
import PocketBase from 'pocketbase';
import { imageLimits } from '#engine/files/clean-image.ts';
import {
  type Caller,
  expandAll,
  filterWide,
  type Hostility,
  listenToAll,
  sendBodies,
  sendHalf,
  sendPictures,
} from './support/hostile-kinds.ts';
import { printTable } from './support/print-table.ts';
import { startOurs } from './support/record-servers.ts';

const seconds = 30;
const all: Hostility[] = [sendBodies, sendHalf, sendPictures, listenToAll, expandAll, filterWide];
const kinds = process.argv[2] ? all.filter(({ name }) => process.argv.includes(name)) : all;
const clients = 40 * kinds.length;
const server = await startOurs();
const { url, root } = server;
const known = { peak: 0, own: 0, highestOwn: 0, workers: 0, answers: new Map<string, number>() };
const before = server.memoryMb();

await root.settings.update({ trustedProxy: { headers: ['X-Forwarded-For'], useLeftmostIP: false } });
const accounts = await Promise.all(Array.from({ length: 20 }, (_, index) => makeAccount(index)));

const watch = setInterval(() => {
  const [own, whole] = [server.ownMemoryMb(), server.memoryMb()];
  known.highestOwn = Math.max(known.highestOwn, own);
  known.workers = Math.max(known.workers, server.workersMb());
  if (whole > known.peak) Object.assign(known, { peak: whole, own });
}, 250);
const end = Date.now() + seconds * 1000;
await Promise.all(Array.from({ length: clients }, (_, index) => runClient(index)));
clearInterval(watch);
const after = server.memoryMb();
await server.stop();

printTable('hostile', [
  { what: 'memory before, MB', measured: before, limit: '' },
  {
    what: `highest memory of server and database with ${clients} hostile clients, MB`,
    measured: known.peak,
    limit: 600,
  },
  { what: 'of which the server itself', measured: known.own, limit: '' },
  { what: 'highest of the server itself', measured: known.highestOwn, limit: '' },
  { what: 'highest of the processes beside it', measured: known.workers, limit: 2 * imageLimits.memoryMb },
  { what: 'right after the last call', measured: after, limit: '' },
  ...[...known.answers].sort().map(([answer, count]) => ({ what: answer, measured: count, limit: '' })),
]);
process.exit(0);

async function makeAccount(index: number): Promise<string> {
  const password = 'hostile-password-1';
  const email = `hostile${index}@kerbside.example`;
  await root.collection('users').create({ email, password, passwordConfirm: password, verified: true });
  const client = new PocketBase(url).autoCancellation(false);
  return (await client.collection('users').authWithPassword(email, password)).token;
}

async function runClient(index: number): Promise<void> {
  const kind = kinds[index % kinds.length];
  if (!kind) return;
  const headers = {
    'X-Forwarded-For': `10.1.${index >> 8}.${index & 255}`,
    authorization: accounts[index % accounts.length] ?? '',
  };
  const count = (answer: string) => {
    const name = `${kind.name}: ${answer}`;
    known.answers.set(name, (known.answers.get(name) ?? 0) + 1);
  };
  const caller: Caller = { url, index, headers, end, count };
  await kind(caller);
}
