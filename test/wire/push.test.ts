import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';
import { vapidKeys } from '#support/vapid-keys.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;

const vapid = vapidKeys();

let app: TestApp;
let teacher: Teacher;
let service: Server;
let origin: string;
/** What the push service answers for a path (201 else), and what it was given. */
let answers: Record<string, number>;
let pushed: Array<{ path: string; headers: IncomingHttpHeaders; body: Buffer }>;

beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      pushed.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(answers[path] ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  app = await startApp({ vapid, trustedPushOrigins: [origin] });
  teacher = await makeInstructor(app);
});
afterAll(async () => {
  await app.close();
  service.close();
});
beforeEach(() => {
  answers = {};
  pushed = [];
  app.clock.set('2026-11-21T10:00:00+08:00');
});

/** A browser: its keys, and what it reads of a message. */
function makeBrowser(path: string) {
  const own = createECDH('prime256v1');
  const publicKey = own.generateKeys();
  const auth = Buffer.from('0123456789abcdef');
  return {
    body: { endpoint: origin + path, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    read(sealed: Buffer): unknown {
      const [salt, sender] = [sealed.subarray(0, 16), sealed.subarray(21, 86)];
      const derive = (secret: Buffer, mix: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, mix, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = derive(own.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(86, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, -1).toString());
    },
  };
}

async function personWithPush(): Promise<Person> {
  const person = await makePerson(app);
  await person.collection('notification_preferences').update(person.id, { push: true, email: false });
  return person;
}

let day = 0;

/** The learner is told that a lesson was logged. */
async function logLesson(learner: Person): Promise<void> {
  day += 1;
  const start = `2026-10-${String(day).padStart(2, '0')}T02:00:00Z`;
  const lesson = await app.root
    .collection('lessons')
    .create({ instructor: teacher.id, learner: learner.id, start, durationMinutes: 60, status: 'in_progress' });
  await teacher.client.collection('lesson_logs').create({ lesson: lesson.id, skills: [], notes: '' });
}

const deliveriesOf = (person: Person) =>
  app.db.query(
    `select d.channel, d.status from _deliveries d join notifications n on n.id = d.notification where n."user" = $1`,
    [person.id],
  );

describe('push', () => {
  test('reaches each browser of the person, readable by that browser alone and signed by us', async () => {
    const person = await personWithPush();
    const browsers = [makeBrowser('/first'), makeBrowser('/second')];
    for (const { body } of browsers) await person.collection('push_subscriptions').create(body);
    await logLesson(person);
    await app.app.sweepers.runDue();
    await expect.poll(() => deliveriesOf(person)).toEqual([{ channel: 'push', status: 'sent' }]);
    expect(pushed.map(({ path }) => path).sort()).toEqual(['/first', '/second']);
    const [news] = await person.collection('notifications').getFullList();
    for (const { path, headers, body } of pushed) {
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', topic: news?.id });
      const browser = browsers[path === '/first' ? 0 : 1];
      expect(browser?.read(body)).toMatchObject({ title: 'Lesson logged', link: news?.link, tag: news?.id });
      const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
      expect(key).toBe(vapid.publicKey);
      const point = Buffer.from(vapid.publicKey, 'base64url');
      const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
      const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
        audience: origin,
        currentDate: new Date(app.clock.nowMs()),
      });
      expect(payload.sub).toBe('http://kerbside.example');
    }
  });

  test('ends with the device that asked for it, however it is signed out', async () => {
    const person = await personWithPush();
    const email = `${person.id}@kerbside.example`;
    const other = app.guest();
    await other.collection('users').authWithPassword(email, 'learner-password');
    await person.collection('push_subscriptions').create(makeBrowser('/own').body);
    await other.collection('push_subscriptions').create(makeBrowser('/other').body);
    const { items } = await person.send('/api/marketplace/devices', {});
    const { id } = items.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    await person.send(`/api/marketplace/devices/${id}`, { method: 'DELETE' });
    const left = await person.collection('push_subscriptions').getFullList();
    expect(left.map(({ endpoint }) => new URL(endpoint).pathname)).toEqual(['/own']);
  });

  test('forgets a browser that is gone, and gives up when none is left', async () => {
    const person = await personWithPush();
    await person.collection('push_subscriptions').create(makeBrowser('/gone').body);
    answers = { '/gone': 410 };
    await logLesson(person);
    await app.app.sweepers.runDue();
    await expect.poll(() => deliveriesOf(person)).toEqual([{ channel: 'push', status: 'dropped' }]);
    expect(await person.collection('push_subscriptions').getFullList()).toEqual([]);
  });

  test('is tried again when a push service is away', async () => {
    const person = await personWithPush();
    await person.collection('push_subscriptions').create(makeBrowser('/away').body);
    answers = { '/away': 503 };
    await logLesson(person);
    await app.app.sweepers.runDue();
    const jobs = () =>
      app.db.query("select state from pgboss.job where name = 'send-notification' and state = 'retry'");
    await expect.poll(jobs).toHaveLength(1);
    expect(await deliveriesOf(person)).toEqual([{ channel: 'push', status: 'queued' }]);
    expect(await person.collection('push_subscriptions').getFullList()).toHaveLength(1);
  });

  test('goes to push services alone, and a browser belongs to who used it last', async () => {
    const [person, other] = await Promise.all([makePerson(app), makePerson(app)]);
    const { body } = makeBrowser('/shared');
    const create = (who: Person, more: object = {}) =>
      who.collection('push_subscriptions').create({ ...body, ...more });
    for (const endpoint of ['https://kerbside.example/x', 'http://127.0.0.1:1/x', 'http://169.254.169.254/latest']) {
      expect((await refusalOf(create(person, { endpoint }))).data.endpoint?.code).toBe('not_a_push_service');
    }
    expect((await refusalOf(create(person, { auth: 'short' }))).data.auth?.code).toBe('validation_invalid_format');
    expect(await create(person, { user: other.id })).toMatchObject({ user: person.id });
    expect((await refusalOf(create(person))).data.endpoint?.code).toBe('validation_not_unique');
    await create(other);
    expect(await person.collection('push_subscriptions').getFullList()).toEqual([]);
    expect(await other.collection('push_subscriptions').getFullList()).toHaveLength(1);
  });

  test('goes to the twenty newest browsers of an account: one more has the oldest forgotten', async () => {
    const [person, other] = await Promise.all([makePerson(app), makePerson(app)]);
    await other.collection('push_subscriptions').create(makeBrowser('/of-other').body);
    const paths = Array.from({ length: 21 }, (_, index) => `/browser-${index}`);
    for (const path of paths) await person.collection('push_subscriptions').create(makeBrowser(path).body);
    const kept = await person.collection('push_subscriptions').getFullList();
    expect(kept.map(({ endpoint }) => endpoint).sort()).toEqual(
      paths
        .slice(1)
        .map((path) => origin + path)
        .sort(),
    );
    expect(await other.collection('push_subscriptions').getFullList()).toHaveLength(1);
  });

  test('is offered with the key that browsers subscribe with', async () => {
    const person = await makePerson(app);
    const channels = await person.send('/api/marketplace/channels', {});
    expect(channels).toMatchObject({ push: true, pushKey: vapid.publicKey, sms: false });
  });
});
