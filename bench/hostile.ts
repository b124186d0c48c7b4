/*
 * Memory while 200 strangers use each what it may at most, for half a minute: bodies, half-sent bodies, event streams full of subscriptions, answers
 * expanded as far as they go, filters through relations. Each has an address of its own, told by a trusted header. The limit: 600 MB.
 */
import { request } from 'node:http';
import PocketBase from 'pocketbase';
import { type EventStream, openEventStream } from './support/event-stream.ts';
import { printTable } from './support/print-table.ts';
import { startOurs } from './support/record-servers.ts';

const clients = 200;
const seconds = 30;
/** Made once: who attacks has no memory to lose either. */
const body = Buffer.from(JSON.stringify({ name: 'x'.repeat(31 * 1024 * 1024) }));
const server = await startOurs();
const { url, root } = server;
const known = { peak: 0, asked: 0, answered: 0, subscribed: 0, half: 0, answers: new Map<string, number>() };
const watch = setInterval(() => {
  known.peak = Math.max(known.peak, server.memoryMb());
}, 250);
const before = server.memoryMb();

await root.settings.update({ trustedProxy: { headers: ['X-Forwarded-For'], useLeftmostIP: false } });
const accounts = await Promise.all(Array.from({ length: 20 }, (_, index) => makeAccount(index)));

const end = Date.now() + seconds * 1000;
const kinds = [sendBodies, sendHalf, listenToAll, expandAll, filterWide];
await Promise.all(Array.from({ length: clients }, (_, index) => kinds[index % kinds.length]?.(index)));
clearInterval(watch);
await server.stop();

printTable('hostile', [
  { what: `memory before, MB`, measured: before.toFixed(0), limit: '' },
  {
    what: `highest memory of server and database with ${clients} hostile clients, MB`,
    measured: known.peak.toFixed(0),
    limit: 600,
  },
  { what: 'calls made, without those that were half sent', measured: known.asked, limit: '' },
  { what: 'calls answered, refusals too', measured: known.answered, limit: '' },
  { what: 'bodies half sent', measured: known.half, limit: '' },
  { what: 'event streams that had 1,000 subscriptions', measured: known.subscribed, limit: '' },
  ...[...known.answers].sort().map(([answer, count]) => ({ what: answer, measured: count, limit: '' })),
]);

async function makeAccount(index: number): Promise<string> {
  const password = 'hostile-password-1';
  const email = `hostile${index}@kerbside.example`;
  await root.collection('users').create({ email, password, passwordConfirm: password, verified: true });
  const client = new PocketBase(url).autoCancellation(false);
  return (await client.collection('users').authWithPassword(email, password)).token;
}

function headersOf(index: number): Record<string, string> {
  return {
    'X-Forwarded-For': `10.1.${index >> 8}.${index & 255}`,
    authorization: accounts[index % accounts.length] ?? '',
  };
}

/** Asks, counts how it was answered, and says so; 0 where no answer came within 20 s. */
async function call(index: number, path: string, init: RequestInit = {}): Promise<number> {
  const kind = kinds[index % kinds.length]?.name ?? '';
  known.asked += 1;
  const status = await ask(index, path, init);
  const answer = status === 0 ? `${kind}: no answer within 20 s, or cut off` : `${kind}: ${status}`;
  known.answers.set(answer, (known.answers.get(answer) ?? 0) + 1);
  if (status > 0) known.answered += 1;
  return status;
}

async function ask(index: number, path: string, init: RequestInit): Promise<number> {
  try {
    const headers = { ...headersOf(index), 'content-type': 'application/json', ...init.headers };
    const answer = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(20_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Bodies as large as a signed-in person may send. */
async function sendBodies(index: number): Promise<void> {
  while (Date.now() < end) await call(index, '/api/collections/support_requests/records', { method: 'POST', body });
}

/** Half of a body, and then nothing. */
async function sendHalf(index: number): Promise<void> {
  while (Date.now() < end) {
    known.half += 1;
    await new Promise<void>((resolve) => {
      const headers = {
        ...headersOf(index),
        'content-type': 'application/json',
        'content-length': String(30 * 1024 * 1024),
      };
      const sent = request(`${url}/api/collections/users/records`, { method: 'POST', headers });
      sent.on('error', () => resolve());
      sent.on('response', (response) => response.resume().on('end', resolve));
      sent.write(body.subarray(0, 15 * 1024 * 1024));
      setTimeout(() => sent.destroy(), 8000);
    });
  }
}

/** Event streams with as many subscriptions as they take. */
async function listenToAll(index: number): Promise<void> {
  const streams: EventStream[] = [];
  const subscriptions = Array.from({ length: 1000 }, (_, at) => {
    const options = JSON.stringify({ query: { filter: `name ~ '${index}-${at}'` } });
    return `instructors/*?options=${encodeURIComponent(options)}`;
  });
  for (let count = 0; count < 5 && Date.now() < end; count++) {
    const stream = await openEventStream(url, () => {}, headersOf(index)).catch(() => undefined);
    if (!stream) break;
    streams.push(stream);
    const wish = JSON.stringify({ clientId: stream.clientId, subscriptions });
    if ((await call(index, '/api/realtime', { method: 'POST', body: wish })) === 204) known.subscribed += 1;
  }
  while (Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 500));
  for (const stream of streams) stream.close();
}

/** Answers that are expanded as far as the budget goes. */
async function expandAll(index: number): Promise<void> {
  const expand = 'reviews_via_instructor.instructor.reviews_via_instructor,package_offers_via_instructor.instructor';
  while (Date.now() < end)
    await call(
      index,
      `/api/collections/instructors/records?perPage=200&expand=${expand}&filter=${encodeURIComponent(`name != '${Math.random()}'`)}`,
    );
}

/** Filters through relations, as long as they may be. */
async function filterWide(index: number): Promise<void> {
  const part = `reviews_via_instructor.instructor.name !~ '${index}'`;
  const filter = Array.from({ length: 40 }, () => part).join(' && ');
  while (Date.now() < end)
    await call(index, `/api/collections/instructors/records?perPage=500&filter=${encodeURIComponent(filter)}`);
}
