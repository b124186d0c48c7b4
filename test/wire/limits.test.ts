import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

const mebibyte = 1024 * 1024;

let server: EngineServer;
let record = '';

beforeAll(async () => {
  server = await startEngineServer();
  await server.root.collections.create({
    name: 'things',
    type: 'base',
    listRule: '',
    createRule: '',
    updateRule: '',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'photos', type: 'file', maxSelect: 2, maxSize: 1000 },
      { name: 'paper', type: 'file' },
      { name: 'facts', type: 'json', maxSize: 2000 },
      { name: 'words', type: 'editor', maxSize: 3000 },
    ],
  });
  await server.root.collections.create({ name: 'people', type: 'auth' });
  ({ id: record } = await server.root.collection('things').create({ title: 'one' }));
});

afterEach(async () => {
  await server.root.settings.update({
    rateLimits: { enabled: false, excludedIPs: [] },
    trustedProxy: { headers: [], useLeftmostIP: false },
    superuserIPs: [],
  });
});

afterAll(() => server.close());

/** The status and message of a call whose body says how long it is and is never sent whole. */
function announce(method: string, path: string, length: number, headers = {}): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { 'Content-Type': 'application/json', 'Content-Length': length, ...headers } };
    const call = request(server.url + path, options, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => {
        resolve([answer.statusCode ?? 0, JSON.parse(text).message]);
        call.destroy();
      });
    });
    call.on('error', reject);
    call.flushHeaders();
  });
}

/** The status of a form whose parts are sent one after the other, without saying how long it will be; a refusal ends the sending. */
function sendParts(path: string, part: string, count: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Transfer-Encoding': 'chunked' };
    let answered = false;
    const call = request(server.url + path, { method: 'POST', headers }, (answer) => {
      answered = true;
      answer.resume().on('end', () => {
        resolve(answer.statusCode ?? 0);
        call.destroy();
      });
    });
    call.on('error', (error) => (answered ? undefined : reject(error)));
    const send = (left: number) => {
      if (answered) return;
      if (left === 0) call.end('--x--\r\n');
      else call.write(`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${part}\r\n`, () => send(left - 1));
    };
    send(count);
  });
}

/** A body of which only the first bytes come until it is ended; its status and when to come again. */
function beginBody(path: string, first: number, all: number) {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(all) };
  const call = request(server.url + path, { method: 'POST', headers });
  const answer = new Promise<[number, string | undefined]>((resolve) => {
    call.on('response', (got) => resolve([got.resume().statusCode ?? 0, got.headers['retry-after']]));
  });
  // The refused one may have its connection closed under it.
  call.on('error', () => {});
  call.write('{"title":"slow"}'.padEnd(first));
  return { answer, end: () => void call.end(' '.repeat(all - first)) };
}

describe('a body', () => {
  const texts = 2000 + 3000;
  const files = 2 * 1000 + 5 * mebibyte;
  const tooLarge = [413, 'Request entity too large.'];
  const things = '/api/collections/things/records';
  const signedIn = () => ({ Authorization: server.root.authStore.token });

  test('of a record may be as large as its fields may be together, and 32 MiB', async () => {
    const most = 32 * mebibyte + texts + files;
    expect(await announce('POST', things, most + 1, signedIn())).toEqual(tooLarge);
    expect(await announce('PATCH', `${things}/${record}`, most + 1, signedIn())).toEqual(tooLarge);
    const answer = await fetch(server.url + things, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signedIn() },
      body: `{"title":"large"}${' '.repeat(most - 17)}`,
    });
    expect([answer.status, (await answer.json()).title]).toEqual([200, 'large']);
  });

  test('of another call may have 32 MiB, which is looked at before anybody is', async () => {
    for (const path of ['people/auth-with-password', 'people/auth-refresh', 'things/records/x'])
      expect(await announce('POST', `/api/collections/${path}`, 32 * mebibyte + 1, signedIn())).toEqual(tooLarge);
    expect(await announce('PATCH', '/api/settings', 32 * mebibyte + 1, signedIn())).toEqual(tooLarge);
    const missing = await announce('POST', '/api/collections/missing/records', 64 * mebibyte);
    expect(missing).toEqual([404, 'Missing or invalid collection context.']);
  });

  test('[10.1.5][11.2] of a guest is small: 256 KiB, what texts may have, and the files of a form', async () => {
    const small = 256 * 1024;
    expect(await announce('POST', '/api/collections/people/auth-with-password', small + 1)).toEqual(tooLarge);
    expect(await announce('PATCH', '/api/settings', small + 1)).toEqual(tooLarge);
    const json = (length: number) =>
      fetch(server.url + things, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"title":"guest"}'.padEnd(length),
      }).then(({ status }) => status);
    expect(await json(small + texts)).toBe(200);
    expect(await json(small + texts + 1)).toBe(413);
    const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect((await announce('POST', things, small + texts + files + 1, form))[0]).toBe(413);
    const upload = new FormData();
    upload.append('title', 'with a file');
    upload.append('paper', new File([Buffer.alloc(4 * mebibyte, 'x')], 'a.txt'));
    expect((await fetch(server.url + things, { method: 'POST', body: upload })).status).toBe(200);
  });

  test('[11.2] without a length is refused as soon as its texts together are too much', async () => {
    const path = '/api/collections/people/auth-with-password';
    expect(await sendParts(path, 'x'.repeat(64 * 1024), 200)).toBe(413);
    expect(await sendParts(things, 'x'.repeat(512 * 1024), 200)).toBe(413);
  });

  test('has no more in memory than all bodies may have together; the refused may come again', async () => {
    await server.root.settings.update({ budgets: { heldBodyBytes: 100_000 } });
    const post = (length: number) =>
      fetch(server.url + things, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"title":"held"}'.padEnd(length),
      });
    expect((await post(100_000)).status).toBe(200);
    // One that is too much alone would be no better later.
    expect((await post(100_001)).status).toBe(413);
    const begun = Array.from({ length: 3 }, () => beginBody(things, 40_000, 45_000));
    // Two of three that send slowly have room; the others are still held while the third is refused.
    const [status, retryAfter] = await Promise.race(begun.map(({ answer }) => answer));
    expect([status, retryAfter]).toEqual([503, '2']);
    for (const { end } of begun) end();
    const statuses = (await Promise.all(begun.map(({ answer }) => answer))).map(([code]) => code);
    expect(statuses.sort()).toEqual([200, 200, 503]);
    // What was answered is given back.
    expect((await post(100_000)).status).toBe(200);
    await server.root.settings.update({ budgets: { heldBodyBytes: null } });
  });

  test('is refused for a limit of calls before its size', async () => {
    const rules = [{ label: '*:authRefresh', maxRequests: 1, duration: 60 }];
    await server.root.settings.update({ rateLimits: { enabled: true, rules } });
    const path = '/api/collections/people/auth-refresh';
    expect((await announce('POST', path, 32 * mebibyte + 1))[0]).toBe(413);
    expect((await announce('POST', path, 32 * mebibyte + 1))[0]).toBe(429);
  });
});

describe('an address', () => {
  const from = (headers: Record<string, string>) => server.guest.collection('things').getList(1, 1, { headers });

  test.each([
    ['1.2.3.4', true],
    ['9.9.9.9, 1.2.3.4', true],
    ['1.2.3.4, 9.9.9.9', false],
    ['1.2.3.4, nonsense', true],
    ['2001:db8::5', true],
    ['1.2.3.4:55', false],
  ])('in the trusted header %j is excluded from limits: %s', async (header, isExcluded) => {
    await server.root.settings.update({
      trustedProxy: { headers: ['X-Real', 'X-Forwarded-For'] },
      rateLimits: {
        enabled: true,
        rules: [{ label: '*:list', maxRequests: 1, duration: 60 }],
        excludedIPs: ['1.2.3.4', '2001:db8::/32'],
      },
    });
    await from({ 'X-Forwarded-For': header });
    const again = from({ 'X-Forwarded-For': header });
    if (isExcluded) await again;
    else expect((await refusalOf(again)).status).toBe(429);
  });

  test('is the first listed one where the settings say so', async () => {
    await server.root.settings.update({
      trustedProxy: { headers: ['X-Forwarded-For'], useLeftmostIP: true },
      rateLimits: {
        enabled: true,
        rules: [{ label: '*:list', maxRequests: 1, duration: 60 }],
        excludedIPs: ['1.2.3.4'],
      },
    });
    for (let count = 0; count < 3; count++) await from({ 'X-Forwarded-For': '1.2.3.4, 9.9.9.9' });
  });

  test('that superusers may not come from lets them into no call, not even one that does not exist', async () => {
    await server.root.settings.update({ trustedProxy: { headers: ['X-Real'] }, superuserIPs: ['127.0.0.1'] });
    const headers = { 'X-Real': '9.9.9.9' };
    for (const path of ['/api/nothing', '/api/health', '/api/settings']) {
      expect((await refusalOf(server.root.send(path, { headers }))).status).toBe(403);
    }
    await expect(server.guest.send('/api/health', { headers })).resolves.toMatchObject({ code: 200 });
  });
});

test('the names of settings are taken in any case, as the reference does', async () => {
  await server.root.settings.update({ Meta: { APPNAME: 'Any case' } });
  expect((await server.root.settings.getAll()).meta.appName).toBe('Any case');
});
