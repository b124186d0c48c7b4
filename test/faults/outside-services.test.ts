import { createECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { clientOf, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { startOpenIdProvider } from '#support/openid-provider.ts';
import { startS3Server } from '#support/s3-server.ts';
import { makeInstructor, makePerson, startApp } from '#support/start-app.ts';
import { type CuttingProxy, cutEach, startCuttingProxy, ways } from '../support/cutting-proxy.ts';
import { vapidKeys } from '../support/vapid-keys.ts';

const undo: Array<() => unknown> = [];

afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work();
});

const portOf = (address: string) => Number(new URL(address).port);

async function proxyTo(address: string): Promise<CuttingProxy> {
  const proxy = await startCuttingProxy(portOf(address));
  undo.push(() => proxy.close());
  return proxy;
}

test('[11.3] each request to the bucket may break off: what was acknowledged is there, the rest is 503 and works again, nothing stays behind', async () => {
  const bucket = { bucket: 'kerb', region: 'ap-southeast-1', accessKey: 'key', secret: 'secret' };
  const s3 = await startS3Server(bucket);
  undo.push(() => s3.close());
  // What is provoked here is an error to whoever reads the log.
  const server = await startEngineServer({ log: createLogger('silent') });
  undo.push(() => server.close());
  const proxy = await proxyTo(s3.endpoint);
  const endpoint = `http://${proxy.host}`;
  await server.root.settings.update({ s3: { ...bucket, endpoint, forcePathStyle: true, enabled: true } });
  const file = { name: 'papers', type: 'file', maxSelect: 2, maxSize: 1000 };
  await server.root.collections.create({ name: 'folders', type: 'base', viewRule: '', fields: [file] });
  const folders = server.root.collection('folders');
  const paper = (text: string) => new File([text], `${text}.txt`);
  const read = async (
    record: Record<string, unknown> & { id: string; collectionId: string; collectionName: string },
  ) => {
    const [name = ''] = record.papers as string[];
    return fetch(server.root.files.getURL(record, name));
  };
  /** Once more when it was refused, which must have been with 503. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    const first = await work().catch((error: { status: number }) => error.status);
    if (typeof first !== 'number') return first;
    expect(first).toBe(503);
    proxy.disarm();
    return work();
  };
  const kept: string[] = [];
  const cuts = await cutEach(proxy, async (name) => {
    const record = await insist(() => folders.create({ papers: [paper(`a${name}`), paper(`b${name}`)] }));
    const answer = await read(record);
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('15');
    await answer.bytes();
    const [, second = ''] = record.papers;
    const changed = await insist(() => folders.update(record.id, { papers: [second, paper(`c${name}`)] }));
    const doomed = await insist(() => folders.create({ papers: [paper(`d${name}`)] }));
    await insist(() =>
      folders.delete(doomed.id).catch((error) => (error.status === 404 ? true : Promise.reject(error))),
    );
    expect((await refusalOf(folders.getOne(doomed.id))).status).toBe(404);
    kept.push(...(changed.papers as string[]).map((paperName) => `${record.collectionId}/${record.id}/${paperName}`));
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  });
  expect(cuts).toBeGreaterThan(8);
  // What could not be removed at once is removed later.
  // A job wakes who does them; those that wait for their time are done along with it.
  const again = async () => {
    await server.engine.db.query(`update pgboss.job set start_after = now() where state = 'retry'`);
    await server.engine.jobs.add(server.engine.db, 'remove-files', { prefix: 'nothing/' });
  };
  const left = async () => {
    await again();
    return [...s3.objects.keys()].sort();
  };
  await expect.poll(left).toEqual(kept.sort());
});

test('[11.3] each request to an outside provider may break off: the sign-in is refused, the next one makes one account', async () => {
  const back = 'http://127.0.0.1:9/back';
  const provider = await startOpenIdProvider([back]);
  undo.push(() => provider.close());
  const server = await startEngineServer();
  undo.push(() => server.close());
  const proxy = await proxyTo(provider.issuer);
  const own = { name: 'oidc', clientId: provider.clientId, clientSecret: provider.clientSecret };
  const authURL = `${provider.issuer}/o/oauth2/v2/auth`;
  const [tokenURL, userInfoURL] = [`http://${proxy.host}/token`, `http://${proxy.host}/oauth2/v3/userinfo`];
  const oauth2 = { enabled: true, providers: [{ ...own, authURL, tokenURL, userInfoURL }] };
  await server.root.collections.create({ name: 'people', type: 'auth', createRule: '', oauth2 });
  const enter = async () => {
    const people = clientOf(server.url).collection('people');
    const [method] = (await people.listAuthMethods()).oauth2.providers;
    const url = await provider.authorize((method?.authURL ?? '') + encodeURIComponent(back));
    return people.authWithOAuth2Code('oidc', url.searchParams.get('code') ?? '', method?.codeVerifier ?? '', back);
  };
  const refusals: string[] = [];
  await cutEach(proxy, async (name) => {
    provider.signInAs({ sub: name, email: `${name}@example.com`, email_verified: true, name });
    const refusal = await enter().then(
      () => undefined,
      ({ response }) => response,
    );
    if (refusal) {
      expect(refusal).toMatchObject({ status: 400, message: expect.stringMatching(/^Failed to fetch OAuth2 /) });
      refusals.push(name);
      expect((await enter()).record.email).toBe(`${name}@example.com`);
    }
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  });
  // A token's and a person's request, before and after they came there.
  expect(refusals).toEqual(expect.arrayContaining(['asked0', 'asked1', 'answered0', 'answered1']));
  const accounts = await server.root.collection('people').getFullList();
  expect(new Set(accounts.map(({ email }) => email)).size).toBe(accounts.length);
});

test('[11.3] a push service that breaks off loses no message and no lesson log', async () => {
  const pushed: string[] = [];
  const service = createServer((request, response) => {
    pushed.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(201).end());
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  undo.push(() => service.close());
  const proxy = await proxyTo(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  const vapid = vapidKeys();
  const origin = `http://${proxy.host}`;
  const app = await startApp({ vapid, trustedPushOrigins: [origin] });
  undo.push(() => app.close());
  const teacher = await makeInstructor(app);
  const learner = await makePerson(app);
  await learner.collection('notification_preferences').update(learner.id, { push: true, email: false });
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  };
  await learner.collection('push_subscriptions').create({ endpoint: `${origin}/one`, ...keys });
  const deliveries = () =>
    app.db.query(
      `select d.status from _deliveries d join notifications n on n.id = d.notification where n."user" = $1`,
      [learner.id],
    );
  let day = 0;
  const logLesson = async () => {
    day += 1;
    const start = `2026-10-0${day}T02:00:00Z`;
    const lesson = await app.root
      .collection('lessons')
      .create({ instructor: teacher.id, learner: learner.id, start, durationMinutes: 60, status: 'in_progress' });
    await teacher.client.collection('lesson_logs').create({ lesson: lesson.id, skills: [], notes: '' });
    await app.app.sweepers.runDue();
  };
  for (const way of ways) {
    proxy.cutAt(0, way);
    await logLesson();
    await expect.poll(proxy.hasCut).toBe(true);
    expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
  }
  const waiting = () => app.db.query(`update pgboss.job set start_after = now() where state = 'retry' returning 1`);
  await expect.poll(waiting).toHaveLength(2);
  // The next one wakes who sends; those that wait for their time go out along with it.
  await logLesson();
  await expect.poll(deliveries).toEqual([{ status: 'sent' }, { status: 'sent' }, { status: 'sent' }]);
  expect(pushed.length).toBeGreaterThanOrEqual(2);
});
