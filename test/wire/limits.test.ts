import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
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

/** A body of which only the first bytes come, from an address, until it is ended; its status and when to come again. */
function beginBody(path: string, from: string, { first, all }: { first: number; all: number }) {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(all), 'X-Real': from };
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
    // Three quarters of it are 100,000.
    await server.root.settings.update({ budgets: { heldBodyBytes: 133_334 }, trustedProxy: { headers: ['X-Real'] } });
    const send = (body: string) =>
      fetch(server.url + things, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const post = async (length: number, title = 'held') => {
      const short = JSON.stringify({ title });
      return (await send(short + ' '.repeat(length - Buffer.byteLength(short)))).status;
    };
    expect(await post(100_000)).toBe(200);
    // One that is too much alone would be no better later.
    expect(await post(100_001)).toBe(413);
    // Two of three that send slowly have room; the others are still held while the third is refused.
    const begun = ['9.0.0.1', '9.0.0.2', '9.0.0.3'].map((from) =>
      beginBody(things, from, { first: 40_000, all: 45_000 }),
    );
    expect(await Promise.race(begun.map(({ answer }) => answer))).toEqual([503, '2']);
    // One of them is sent to its end and needs as much again for its text, which there is not; the other one finds room after it.
    const [first, ...others] = begun;
    first?.end();
    await first?.answer;
    for (const { end } of others) end();
    const statuses = (await Promise.all(begun.map(({ answer }) => answer))).map(([code]) => code);
    expect(statuses.filter((code) => code === 503).length).toBeLessThanOrEqual(2);
    expect(statuses).toContain(200);
    // What was answered is given back.
    expect(await post(100_000)).toBe(200);
    await server.root.settings.update({ budgets: { heldBodyBytes: null } });
  });

  test('counts with what is made of it: as text, twice as much where it is more than ASCII, and each value', async () => {
    await server.root.settings.update({ budgets: { heldBodyBytes: 133_334 }, trustedProxy: { headers: ['X-Real'] } });
    const send = async (body: string) =>
      (await fetch(server.url + things, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }))
        .status;
    const plain = (length: number) => `{"title":"held"}${' '.repeat(length - 16)}`;
    const wide = (length: number) => `{"title":"hélé"}${' '.repeat(length - 18)}`;
    const facts = (count: number) => JSON.stringify({ facts: Array.from({ length: count }, () => 0) });
    const slow = beginBody(things, '9.0.0.1', { first: 40_000, all: 45_000 });
    // From when on it is held.
    await expect.poll(() => send(plain(35_000))).toBe(503);
    expect(await send(plain(29_000))).toBe(200);
    expect(await send(wide(14_000))).toBe(200);
    expect(await send(wide(16_000))).toBe(503);
    expect(await send(facts(550))).toBe(200);
    expect(await send(facts(650))).toBe(503);
    slow.end();
    expect((await slow.answer)[0]).toBe(200);
    expect(await send(wide(100_000))).toBe(200);
    await server.root.settings.update({ budgets: { heldBodyBytes: null } });
  });

  test('of one address has an eighth of the memory with others of the same one, and takes nobody else’s room', async () => {
    await server.root.settings.update({ budgets: { heldBodyBytes: 400_000 }, trustedProxy: { headers: ['X-Real'] } });
    const send = async (from: string, length = 10_000) => {
      const headers = { 'Content-Type': 'application/json', 'X-Real': from };
      const body = '{"title":"here"}'.padEnd(length);
      return (await fetch(server.url + things, { method: 'POST', headers, body })).status;
    };
    // Nine of 40,000 would be nearly all there is.
    const begun = Array.from({ length: 9 }, (_, index) =>
      beginBody(things, `2001:db8::${index + 1}`, { first: 40_000, all: 45_000 }),
    );
    const refused: unknown[] = [];
    for (const { answer } of begun) void answer.then((got) => refused.push(got));
    await expect.poll(() => refused).toEqual(Array(8).fill([503, '2']));
    expect(await send('2001:db8::aaaa')).toBe(503);
    expect(await send('2001:db8:0:1::1')).toBe(200);
    // A body that is alone may have more than the share.
    expect(await send('9.0.0.1', 100_000)).toBe(200);
    for (const { end } of begun) end();
    await expect.poll(() => refused.length).toBe(9);
    expect(await send('2001:db8::aaaa')).toBe(200);
    await server.root.settings.update({ budgets: { heldBodyBytes: null } });
  });

  test('leaves room for small ones, however many large ones are held from however many addresses', async () => {
    await server.root.settings.update({ budgets: { heldBodyBytes: 400_000 }, trustedProxy: { headers: ['X-Real'] } });
    const send = async (from: string, length: number) => {
      const headers = { 'Content-Type': 'application/json', 'X-Real': from };
      return (await fetch(server.url + things, { method: 'POST', headers, body: '{"title":"here"}'.padEnd(length) }))
        .status;
    };
    const large = beginBody(things, '9.0.0.1', { first: 250_000, all: 255_000 });
    // From when on it is held.
    await expect.poll(() => send('9.0.0.2', 60_000)).toBe(503);
    expect(await send('9.0.0.2', 1000)).toBe(200);
    const many = Array.from({ length: 60 }, (_, index) =>
      beginBody(things, `9.0.1.${index + 1}`, { first: 10_000, all: 15_000 }),
    );
    const refused: unknown[] = [];
    for (const { answer } of many) void answer.then((got) => refused.push(got));
    // Five fill what large ones may have; an eighth of what guests have left is less than one more.
    await expect.poll(() => refused).toEqual(Array(55).fill([503, '2']));
    expect(await send('9.0.0.2', 1000)).toBe(200);
    for (const { end } of many) end();
    await Promise.all(many.map(({ answer }) => answer));
    large.end();
    expect((await large.answer)[0]).toBe(200);
    await server.root.settings.update({ budgets: { heldBodyBytes: null } });
  });

  test.each([
    ['networks of one /48', (index: number) => `2001:db8:7:${(index + 1).toString(16)}::1`, '2001:db8:8::1'],
    ['addresses of one /24', (index: number) => `9.0.1.${index + 1}`, '9.0.2.1'],
    ['ten addresses far from each other', (index: number) => `9.0.${(index % 10) + 10}.1`, '9.0.2.1'],
  ])('[25.19] leaves room for others, guests and people, however much %s send', async (_what, from, other) => {
    await server.root.settings.update({ budgets: { heldBodyBytes: 400_000 }, trustedProxy: { headers: ['X-Real'] } });
    const send = async (address: string, length: number, headers: Record<string, string> = {}) => {
      const sent = { 'Content-Type': 'application/json', 'X-Real': address, ...headers };
      const body = '{"title":"here"}'.padEnd(length);
      return (await fetch(server.url + things, { method: 'POST', headers: sent, body })).status;
    };
    const many = Array.from({ length: 150 }, (_, index) =>
      beginBody(things, from(index), { first: 40_000, all: 45_000 }),
    );
    let refused = 0;
    for (const { answer } of many) void answer.then(() => refused++);
    await expect.poll(() => refused).toBeGreaterThan(20);
    expect(await send(other, 2000)).toBe(200);
    expect(await send(from(0), 9000, { Authorization: server.root.authStore.token })).toBe(200);
    for (const { end } of many) end();
    await Promise.all(many.map(({ answer }) => answer));
    await server.root.settings.update({ budgets: { heldBodyBytes: null } });
  });

  test('has no room for what its sender could not give: of guests, of people, or of nobody at all', async () => {
    const files = { type: 'file', maxSize: 3 * mebibyte } as const;
    const signedInOnly = "@request.auth.collectionName = 'people' && title != ''";
    const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const ask = async (createRule: string | null, bytes: number, headers: Record<string, string> = {}) => {
      const fields = [
        { name: 'title', type: 'text' },
        { name: 'scan', ...files },
      ];
      const { id } = await server.root.collections.create({ name: 'scans', type: 'base', createRule, fields });
      const [status] = await announce('POST', '/api/collections/scans/records', bytes, { ...form, ...headers });
      await server.root.collections.delete(id);
      return status;
    };
    const person = { email: 'p@example.com', password: 'a-long-password', passwordConfirm: 'a-long-password' };
    await server.root.collection('people').create(person);
    const signedIn = await server.guest.collection('people').authWithPassword(person.email, person.password);
    server.guest.authStore.clear();
    const Authorization = signedIn.token;
    expect(await ask(signedInOnly, 256 * 1024 + 1)).toBe(413);
    expect(await ask(null, 2 * mebibyte + 1, { Authorization })).toBe(413);
    expect(await ask(signedInOnly, 5 * mebibyte + 1, { Authorization })).toBe(413);
  });

  test('is refused for a limit of calls before its size', async () => {
    const rules = [{ label: '*:authRefresh', maxRequests: 1, duration: 60 }];
    await server.root.settings.update({ rateLimits: { enabled: true, rules } });
    const path = '/api/collections/people/auth-refresh';
    expect((await announce('POST', path, 32 * mebibyte + 1))[0]).toBe(413);
    expect((await announce('POST', path, 32 * mebibyte + 1))[0]).toBe(429);
  });
});

test('answers that nobody reads have an end: who asked for them, and does not read, gets no more', async () => {
  const fields = [{ name: 'text', type: 'text', max: 50_000 }];
  await server.root.collections.create({ name: 'books', type: 'base', listRule: '', fields });
  await server.engine.db.query(
    "insert into books (id, text) select lpad(n::text, 15, '0'), repeat('x', 40000) from generate_series(1, 500) n",
  );
  const path = '/api/collections/books/records?perPage=500';
  // One answer is twenty million bytes, more than a connection takes that nobody reads; several of one caller have an eighth of this.
  await server.root.settings.update({
    budgets: { heldAnswerBytes: 240_000_000 },
    trustedProxy: { headers: ['X-Real'] },
  });
  const ask = async (from: string) => {
    const answer = await fetch(server.url + path, { headers: { 'X-Real': from } });
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('Retry-After')];
  };
  const { hostname, port } = new URL(server.url);
  const deaf = connect(Number(port), hostname);
  deaf.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-Real: 9.0.0.1\r\n\r\n`);
  // Its answer is held from here on; before, an answer of ours could be held in its place.
  await once(deaf, 'readable');
  expect(String(deaf.read(12))).toBe('HTTP/1.1 200');
  await expect.poll(() => ask('9.0.0.1')).toEqual([503, '2']);
  expect(await ask('9.0.0.2')).toEqual([200, null]);
  deaf.destroy();
  await expect.poll(() => ask('9.0.0.1')).toEqual([200, null]);
  await server.root.settings.update({ budgets: { heldAnswerBytes: null } });
});

describe('an address', () => {
  const from = (headers: Record<string, string>) => server.guest.collection('things').getList(1, 1, { headers });

  test.each([
    ['1.2.3.4', true],
    ['9.9.9.9, 1.2.3.4', true],
    ['1.2.3.4, 9.9.9.9', false],
    ['1.2.3.4, nonsense', false],
    ['2001:db8::5', true],
    ['1.2.3.4:55', true],
  ])('[25.31] in the trusted header %j is excluded from limits: %s', async (header, isExcluded) => {
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

  test('[25.10][25.31] that anybody can choose is warned of, and never lets a superuser in', async () => {
    const chosen = { headers: ['X-Forwarded-For'], useLeftmostIP: true };
    const changed = await server.root.settings.update({ trustedProxy: chosen });
    expect(changed.warnings).toEqual([expect.stringContaining('useLeftmostIP')]);
    expect((await server.root.settings.getAll()).warnings).toHaveLength(1);
    await server.root.settings.update({ superuserIPs: ['1.2.3.4', '127.0.0.1'] });
    const ask = (list: string) => server.root.send('/api/settings', { headers: { 'X-Forwarded-For': list } });
    for (const sly of ['1.2.3.4, 9.9.9.9', '1.2.3.4, 9.9.9.9:80']) expect((await refusalOf(ask(sly))).status).toBe(403);
    await expect(ask('9.9.9.9, 1.2.3.4')).resolves.toBeDefined();
    const mended = await server.root.settings.update({ trustedProxy: { headers: [], useLeftmostIP: false } });
    expect(mended).not.toHaveProperty('warnings');
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
