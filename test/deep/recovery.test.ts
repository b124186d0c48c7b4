/*
 * How long it takes after the end of a fault until all is as it should be: of what lies outside the server and what it listens to. Prints figures
 * for docs/figures.md and asks for none: `DEEP=1 npx vitest run --project deep`.
 */
import { createECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '#engine/clock.ts';
import { makeInstructor, makePerson, startApp } from '#support/start-app.ts';
import { startStripeStandIn } from '#support/stripe-stand-in.ts';
import { vapidKeys } from '#support/vapid-keys.ts';

const awayMs = 10_000;
const patient = { timeout: 240_000, interval: 20 };
const undo: Array<() => unknown> = [];

afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function timeUntil(isDone: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  await expect.poll(isDone, patient).toBe(true);
  return performance.now() - began;
}

/** Does a thing so often and prints its times. */
async function times(what: string, count: number, measure: () => Promise<number>): Promise<void> {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn++) found.push(Math.round(await measure()));
  console.log(`RECOVERY ${what}: ${found.sort((a, b) => a - b).join(', ')} ms`);
}

test('a server that was deaf to the database’s notices knows again who was signed out', async () => {
  const app = await startApp({ clock: systemClock });
  undo.push(() => app.close());
  await times('deaf to notices', 10, async () => {
    const person = await makePerson(app);
    const isSignedIn = async () =>
      (await person.collection('users').getList(1, 1, { skipTotal: true })).items.length === 1;
    expect(await isSignedIn()).toBe(true);
    await app.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    await app.db.query(`update users set "tokenKey" = "tokenKey" || 'x' where id = $1`, [person.id]);
    return timeUntil(async () => !(await isSignedIn()));
  });
}, 300_000);

test('what waited for a push service goes out once it is back', async () => {
  const pushed: string[] = [];
  const open = (port: number) => {
    const service = createServer((request, response) => {
      pushed.push(request.url ?? '');
      request.resume().on('end', () => response.writeHead(201).end());
    });
    return new Promise<typeof service>((resolve) => service.listen(port, '127.0.0.1', () => resolve(service)));
  };
  let service = await open(0);
  const { port } = service.address() as AddressInfo;
  undo.push(() => service.close());
  const vapid = vapidKeys();
  const origin = `http://127.0.0.1:${port}`;
  const app = await startApp({ clock: systemClock, vapid, trustedPushOrigins: [origin] });
  undo.push(() => app.close());
  app.app.sweepers.start();
  const [teacher, learner] = [await makeInstructor(app), await makePerson(app)];
  await learner.collection('notification_preferences').update(learner.id, { push: true, email: false });
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const auth = Buffer.alloc(16).toString('base64url');
  await learner.collection('push_subscriptions').create({ endpoint: `${origin}/one`, p256dh, auth });
  let day = 0;
  await times('push service away for ten seconds', 3, async () => {
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
    const before = pushed.length;
    day += 1;
    const start = `2026-10-0${day}T02:00:00Z`;
    const facts = { instructor: teacher.id, learner: learner.id, durationMinutes: 60, status: 'in_progress' };
    const lesson = await app.root.collection('lessons').create({ ...facts, start });
    await teacher.client.collection('lesson_logs').create({ lesson: lesson.id, skills: [], notes: '' });
    await pause(awayMs);
    expect(pushed.length).toBe(before);
    service = await open(port);
    return timeUntil(async () => pushed.length > before);
  });
}, 600_000);

test('a payment that was begun while the provider was away is known again once it is back', async () => {
  const stripe = await startStripeStandIn();
  undo.push(() => stripe.close());
  const app = await startApp({ clock: systemClock, stripe: stripe.options });
  undo.push(() => app.close());
  app.app.sweepers.start();
  const [teacher, learner] = [await makeInstructor(app), await makePerson(app)];
  let hour = 0;
  await times('payment provider away for ten seconds', 3, async () => {
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const start = `${day}T0${hour++}:00:00Z`;
    const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
    await stripe.spoil('POST /v1/payment_intents', 'refused');
    const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'card' });
    expect(payment.status).toBe('processing');
    await pause(awayMs);
    await stripe.mend();
    const status = async () => (await learner.collection('payments').getOne(payment.id)).status;
    return timeUntil(async () => (await status()) === 'requires_action');
  });
}, 900_000);
