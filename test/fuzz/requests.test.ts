import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { runs } from '#support/runs.ts';

const often = runs(300);
const timeout = 3_600_000;
const person = { email: 'who@example.com', password: 'a-long-password' };

let server: EngineServer;
let token: string;

beforeAll(async () => {
  server = await startEngineServer();
  const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
  await server.root.collections.create({
    name: 'things',
    type: 'base',
    ...rules,
    fields: [
      { name: 't', type: 'text', max: 50 },
      { name: 'n', type: 'number' },
      { name: 'd', type: 'date' },
      { name: 'j', type: 'json' },
      { name: 'e', type: 'email' },
      { name: 'm', type: 'select', values: ['a', 'b'], maxSelect: 2 },
      { name: 'f', type: 'file', maxSelect: 3, thumbs: ['10x10'] },
      { name: 'g', type: 'geoPoint' },
      { name: 'ed', type: 'editor' },
    ],
  });
  await server.root.collections.create({ name: 'people', type: 'auth', listRule: 'id = @request.auth.id' });
  const { id } = await server.root.collection('people').create({ ...person, passwordConfirm: person.password });
  expect(id).not.toBe('');
  token = (await server.guest.collection('people').authWithPassword(person.email, person.password)).token;
});
afterAll(() => server.close());

const names = fc.constantFrom(
  't',
  'n',
  'd',
  'j',
  'e',
  'm',
  'f',
  'g',
  'ed',
  'id',
  'n+',
  'm-',
  '+m',
  'f-',
  'none',
  '@jsonPayload',
  '__proto__',
  '',
);
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.constantFrom('0000-00-00', '\0', '9'.repeat(400)),
);
const objects = fc.array(fc.tuple(names, values), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs));
const types = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  '',
  'application/xml',
);

/** A call is answered or refused in the envelope. */
async function send(path: string, init: RequestInit): Promise<void> {
  const answer = await fetch(server.url + path, init);
  const text = await answer.text();
  expect(answer.status, `${path} ${String(init.body).slice(0, 300)}`).toBeLessThan(500);
  if (answer.status >= 400) expect(JSON.parse(text)).toMatchObject({ status: answer.status });
}

describe('a request, whatever it carries,', () => {
  test('is answered or refused: bodies of JSON', { timeout }, async () => {
    const calls = fc.constantFrom(
      '/api/collections/things/records',
      '/api/collections/people/auth-with-password',
      '/api/collections/people/request-otp',
      '/api/batch',
      '/api/realtime',
      '/api/collections/people/records',
    );
    await fc.assert(
      fc.asyncProperty(calls, objects, (path, body) =>
        send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ),
      often,
    );
  });

  test('is answered or refused: bodies that are not what they say', { timeout }, async () => {
    const bodies = fc.oneof(
      fc.string({ unit: 'binary' }),
      objects.map((body) => JSON.stringify(body).slice(0, -1)),
      fc.array(fc.tuple(names, fc.string())).map((pairs) => new URLSearchParams(pairs).toString()),
      fc.string().map((text) => `--x\r\nContent-Disposition: form-data; name="t"\r\n\r\n${text}\r\n--x`),
    );
    await fc.assert(
      fc.asyncProperty(types, bodies, (type, body) =>
        send('/api/collections/things/records', {
          method: 'POST',
          headers: type === '' ? {} : { 'content-type': type },
          body,
        }),
      ),
      often,
    );
  });

  test('is answered or refused: forms with files of any name and content', { timeout }, async () => {
    const files = fc.tuple(
      fc.constantFrom('f', 'f+', '+f', 't', 'none'),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('image/png', 'text/html', ''),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(files, { maxLength: 4 }),
        fc.array(fc.tuple(names, fc.string()), { maxLength: 4 }),
        (uploads, pairs) => {
          const form = new FormData();
          for (const [name, value] of pairs) form.append(name, value);
          for (const [name, filename, bytes, type] of uploads)
            form.append(name, new Blob([Buffer.from(bytes)], { type }), filename);
          return send('/api/collections/things/records', { method: 'POST', body: form });
        },
      ),
      often,
    );
  });

  test('is a guest’s with any token but a true one', { timeout }, async () => {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const readClaims = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = fc
      .tuple(objects, fc.constantFrom('HS256', 'none', 'RS256', 'HS512', ''))
      .map(([more, alg]) => `${encode({ alg, typ: 'JWT' })}.${encode({ ...readClaims, ...more, x: 1 })}.${signature}`);
    const mangled = fc
      .tuple(fc.nat({ max: token.length - 1 }), fc.stringMatching(/^[\w.-]{1,3}$/))
      .map(([at, put]) => token.slice(0, at) + put + token.slice(at));
    const cut = fc.nat({ max: token.length - 2 }).map((length) => token.slice(0, length));
    const strange = fc.stringMatching(/^[\x21-\x7e]{0,60}$/);
    const unsigned = fc.constantFrom(
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `..${signature}`,
      'Bearer',
      'Bearer ',
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(forged, mangled, cut, strange, unsigned), async (authorization) => {
        const answer = await fetch(`${server.url}/api/collections/people/records`, { headers: { authorization } });
        expect(answer.status).toBe(200);
        expect(((await answer.json()) as { totalItems: number }).totalItems, authorization).toBe(0);
      }),
      often,
    );
  });
});
