import { createHash } from 'node:crypto';
import { EventSource } from 'eventsource';
import PocketBase, { ClientResponseError } from 'pocketbase';
import { jpegOfScans } from '../support/worst-pictures.ts';
import type { World } from './servers.ts';

Object.assign(globalThis, { EventSource });

export const rootAccount = { email: 'root@kerbside.example', password: 'kerbside-demo' };

/** What was answered with success, and what came instead of an answer. */
export type Ledger = {
  lessons: string[];
  payments: string[];
  papers: Array<{ id: string; file: string; sha256: string }>;
  revoked: string[];
  backups: string[];
  heard: number;
  refusals: Map<string, number>;
};

/** A client of one of the servers that gives up after twenty seconds. */
export function clientOf(url: string): PocketBase {
  const client = new PocketBase(url).autoCancellation(false);
  client.beforeSend = (address, options) => ({
    url: address,
    options: { ...options, signal: AbortSignal.timeout(20_000) },
  });
  return client;
}

/** Works until told to stop: books and pays, uploads, sends the pictures that are the most work, listens, signs out, makes backups. */
export async function startLoad(world: World, shouldStop: () => boolean) {
  const done: Ledger = {
    lessons: [],
    payments: [],
    papers: [],
    revoked: [],
    backups: [],
    heard: 0,
    refusals: new Map(),
  };
  const [first] = world.servers;
  const root = clientOf(first.url);
  await root.collection('_superusers').authWithPassword(rootAccount.email, rootAccount.password);
  const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
  await root.collections.create({
    name: 'chaos_papers',
    type: 'base',
    ...rules,
    fields: [{ name: 'paper', type: 'file', maxSelect: 1, maxSize: 5_000_000 }],
  });
  const { items: people } = await root
    .collection('users')
    .getList(1, 8, { filter: 'role = "user" && verified = true' });
  const { items: teachers } = await root.send('/api/marketplace/instructors?perPage=12', {});
  let turn = 0;
  const anyUrl = () => world.servers[turn++ % 2]?.url ?? first.url;

  async function tryTo(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const status = error instanceof ClientResponseError ? error.status : String(error);
      done.refusals.set(`${what} ${status}`, (done.refusals.get(`${what} ${status}`) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const loop = async (what: string, pauseMs: number, work: () => Promise<void>) => {
    while (!shouldStop()) {
      await tryTo(what, work);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const signedIn = async (email: string, url = anyUrl()) => {
    const client = clientOf(url);
    await client.collection('users').authWithPassword(email, rootAccount.password);
    return client;
  };
  let made = 0;
  const days = Array.from({ length: 20 }, (_, day) => day + 2);

  const book = (index: number) => async () => {
    const person = people[index % people.length];
    const teacher = teachers[(made + index) % teachers.length]?.instructor;
    const client = await signedIn(person?.email ?? '');
    const from = new Date(Date.now() + (days[made % days.length] ?? 2) * 86_400_000);
    const query = new URLSearchParams({
      instructor: teacher.id,
      from: from.toISOString(),
      to: new Date(from.getTime() + 3 * 86_400_000).toISOString(),
      durationMinutes: '60',
    });
    const { items } = await client.send(`/api/marketplace/slots?${query}`, {});
    const start = items[(made * 7 + index) % Math.max(1, items.length)]?.start;
    if (!start) return void made++;
    const id = `chaos${String(++made).padStart(10, '0')}`;
    await client
      .collection('lessons')
      .create({ id, instructor: teacher.id, start, durationMinutes: 60, pickup: 'Bedok MRT' });
    done.lessons.push(id);
    const payment = await client
      .collection('payments')
      .create({ id, lesson: id, method: 'card', cardNumber: '4242424242424242' });
    if (payment.status === 'succeeded') done.payments.push(id);
  };
  const upload = async () => {
    const bytes = Buffer.from(`${Math.random()} `.repeat(4000));
    const record = await clientOf(anyUrl())
      .collection('chaos_papers')
      .create({ paper: new File([bytes], 'paper.txt') });
    done.papers.push({ id: record.id, file: record.paper, sha256: createHash('sha256').update(bytes).digest('hex') });
  };
  const worst = new Uint8Array(jpegOfScans(64));
  const draw = async () => {
    const client = await signedIn(people[made % people.length]?.email ?? '');
    const id = client.authStore.record?.id ?? '';
    await client.collection('users').update(id, { avatar: new File([worst], 'photo.jpg') });
  };
  const listen = async () => {
    const client = clientOf(anyUrl());
    await client.collection('chaos_papers').subscribe('*', () => void done.heard++);
    await new Promise((resolve) => setTimeout(resolve, 4000));
    client.realtime.unsubscribe().catch(() => {});
  };
  const signOut = async () => {
    const client = await signedIn(people.at(-1)?.email ?? '');
    const { token } = client.authStore;
    const { items } = await client.send('/api/marketplace/devices', {}).catch(() => ({ items: [] }));
    const current = items.find((session: { isCurrent?: boolean }) => session.isCurrent);
    if (!current) return;
    await client.send(`/api/marketplace/devices/${current.id}`, { method: 'DELETE' });
    done.revoked.push(token);
  };
  const backup = async () => {
    const client = clientOf(anyUrl());
    await client.collection('_superusers').authWithPassword(rootAccount.email, rootAccount.password);
    const name = `chaos${++made}.zip`;
    await client.backups.create(name);
    done.backups.push(name);
    for (const old of done.backups.splice(0, done.backups.length - 2)) await client.backups.delete(old);
  };
  const running = [
    ...[0, 1, 2, 3].map((index) => loop('book', 100, book(index))),
    loop('upload', 200, upload),
    loop('picture', 1000, draw),
    loop('listen', 100, listen),
    loop('listen', 100, listen),
    loop('sign out', 1000, signOut),
    loop('backup', 5000, backup),
  ];
  return { done, ended: Promise.all(running) };
}
