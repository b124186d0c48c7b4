import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../log.ts';
import { ApiError } from './api-error.ts';
import { createHttpServer } from './create-http-server.ts';
import type { RequestContext, Route } from './route.ts';

let url = '';
let handled = 0;

function route(method: Route['method'], path: string, handle: (request: RequestContext) => unknown): Route {
  return { method, path, handle: async (request) => ({ status: 200, body: await handle(request) }) };
}

const routes: Route[] = [
  route('POST', '/api/echo', async (request) => {
    handled++;
    const { fields, files } = await request.body();
    const names = Object.entries(files).map(([field, list]) => [
      field,
      list.map(({ name, bytes }) => `${name}:${bytes.length}`),
    ]);
    return { fields, files: Object.fromEntries(names) };
  }),
  route('GET', '/api/query', ({ query, headers }) => ({ query, token: headers.x_token ?? null })),
  route('GET', '/api/things/:name', ({ params }) => params),
  route('GET', '/api/fails', () => {
    throw new TypeError('a secret detail');
  }),
  route('GET', '/api/refuses', () => {
    throw new ApiError(400, 'not like this', { name: { code: 'validation_required', message: 'Cannot be blank.' } });
  }),
];
const limits = { bytes: 2000, textBytes: 2000, keys: 50, files: 5, elements: 100, levels: 10 };
const app = createHttpServer(routes, {
  log: createLogger('silent'),
  loadAuth: async () => null,
  bodyLimits: () => limits,
});

beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function post(body: string | FormData, type?: string) {
  const headers = type === undefined ? {} : { 'Content-Type': type };
  const answer = await fetch(`${url}/api/echo`, { method: 'POST', body, headers });
  const said = (await answer.json()) as { fields?: object };
  return { ...said, status: answer.status };
}

describe('reading bodies', () => {
  it('takes the first JSON value and ignores what follows', async () => {
    expect(await post('{"a": "}"} trailing', 'application/json')).toMatchObject({ fields: { a: '}' } });
    expect(await post('null', 'application/json')).toMatchObject({ status: 200, fields: {} });
  });

  it('infers what form values stand for, and merges @jsonPayload over them wherever it stands', async () => {
    const form = 'a=1&b=01&c=true&d=1.50&e=x&e=2&@jsonPayload=%7B%22b%22%3A%22z%22%7D&f=-1.5';
    expect(await post(form, 'application/x-www-form-urlencoded')).toMatchObject({
      fields: { a: 1, b: 'z', c: true, d: '1.50', e: ['x', 2], f: -1.5 },
    });
    const parts = new FormData();
    parts.append('photo', new File(['abc'], 'a.png'));
    parts.append('n', '5');
    parts.append('@jsonPayload', '{"n": "five"}');
    expect(await post(parts)).toMatchObject({ fields: { n: 'five' }, files: { photo: ['a.png:3'] } });
  });

  it('keeps a name of an object prototype a plain field', async () => {
    const body = await post('{"__proto__": {"isAdmin": true}, "constructor": 1}', 'application/json');
    expect(body).toMatchObject({ status: 200, fields: { constructor: 1 } });
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it('[10.1.1] keeps a name of an object prototype a plain field in forms, too', async () => {
    const payload = encodeURIComponent('{"__proto__": {"isAdmin": true}}');
    const form = `__proto__=1&constructor=2&@jsonPayload=${payload}`;
    const body = await post(form, 'application/x-www-form-urlencoded');
    expect(body.status).toBe(200);
    expect(Object.keys(body.fields ?? {})).toEqual(['__proto__', 'constructor']);
    const parts = new FormData();
    parts.append('toString', 'x');
    parts.append('toString', 'y');
    expect(await post(parts)).toMatchObject({ status: 200, fields: { toString: ['x', 'y'] } });
  });

  it('[11.1][11.2] takes as many values, elements and levels as there may be, and not one more', async () => {
    const form = (count: number) => post('a=&'.repeat(count).slice(0, -1), 'application/x-www-form-urlencoded');
    expect(await form(50)).toMatchObject({ status: 200, fields: { a: Array(50).fill('') } });
    expect(await form(51)).toMatchObject({ status: 400, data: {} });
    const json = (text: string) => post(text, 'application/json').then(({ status }) => status);
    // The object, the name and the list are elements themselves.
    expect(await json(`{"a":[${Array(97).fill(1)}]}`)).toBe(200);
    expect(await json(`{"a":[${Array(98).fill(1)}]}`)).toBe(400);
    expect(await json(`{"a":${'['.repeat(9)}${']'.repeat(9)}}`)).toBe(200);
    expect(await json(`{"a":${'['.repeat(10)}${']'.repeat(10)}}`)).toBe(400);
    const payload = (count: number) => `@jsonPayload=${encodeURIComponent(`{"a":[${Array(count).fill(1)}]}`)}`;
    const payloads = (...counts: number[]) => post(counts.map(payload).join('&'), 'application/x-www-form-urlencoded');
    expect((await payloads(47, 47)).status).toBe(200);
    expect((await payloads(47, 48)).status).toBe(400);
  });

  it('[10.1.5][11.2] takes as many parts and bytes of texts as there may be, and not one more', async () => {
    const parts = (texts: string[], files = 0) => {
      const form = new FormData();
      for (const text of texts) form.append('t', text);
      for (let count = 0; count < files; count++) form.append('f', new File(['x'], 'x.txt'));
      return post(form).then(({ status }) => status);
    };
    limits.bytes = 100_000;
    try {
      expect(await parts(Array(50).fill('x'), 5)).toBe(200);
      expect(await parts(Array(51).fill('x'))).toBe(400);
      expect(await parts([], 6)).toBe(400);
      expect(await parts(['x'.repeat(999), 'y'.repeat(999)])).toBe(200);
      expect(await parts(['x'.repeat(999), 'y'.repeat(1000)])).toBe(413);
      expect(await parts(['x'.repeat(2000)])).toBe(413);
    } finally {
      limits.bytes = 2000;
    }
  });

  it('takes a part that names no file as a value', async () => {
    const part = (name: string, rest: string, text: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${text}\r\n`;
    const body = `${part('photo', '; filename=""', '')}${part('title', '; filename=""', 'a text')}--x--\r\n`;
    expect(await post(body, 'multipart/form-data; boundary=x')).toMatchObject({
      fields: { photo: '', title: 'a text' },
      files: {},
    });
  });

  it('refuses numbers that no double holds', async () => {
    expect(await post('{"a":1e999}', 'application/json')).toMatchObject({ status: 400 });
    expect(await post(`{"a":[-${'9'.repeat(400)}]}`, 'application/json')).toMatchObject({ status: 400 });
    expect(await post('{"a":1e308,"b":"1e999"}', 'application/json')).toMatchObject({
      fields: { a: 1e308, b: '1e999' },
    });
  });

  it('refuses malformed, typeless and too large bodies', async () => {
    expect(await post('{"a":', 'application/json')).toMatchObject({ status: 400, data: {} });
    expect(await post('[1]', 'application/json')).toMatchObject({ status: 400 });
    expect(await post('a=1', 'text/plain')).toMatchObject({ status: 400, message: 'Unsupported Content-Type.' });
    expect(await post(`{"a":"${'x'.repeat(3000)}"}`, 'application/json')).toMatchObject({
      status: 413,
      message: 'Request entity too large.',
    });
    expect(await post('hello', 'multipart/form-data')).toMatchObject({ status: 400 });
  });

  it('refuses a large body that does not say its length while it is read', async () => {
    const status = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;
      socket.on('error', reject);
      socket.on('data', (data) => {
        resolve(data.toString().split('\r\n')[0] ?? '');
        socket.destroy();
      });
      socket.write(
        'POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
      socket.write(chunk + chunk + chunk);
    });
    expect(status).toContain('413');
  });
});

describe('answering', () => {
  it('says errors in the envelope, as sentences, and never a detail of ours', async () => {
    const refused = await fetch(`${url}/api/refuses`);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        data: { name: { code: 'validation_required', message: 'Cannot be blank.' } },
        message: 'Not like this.',
        status: 400,
      },
    ]);
    const failed = await fetch(`${url}/api/fails`);
    expect([failed.status, await failed.text()]).toEqual([500, expect.not.stringContaining('secret')]);
  });

  it('answers 404 in JSON for an unknown path, another method and a slash at the end', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['PUT', '/api/query'],
      ['GET', '/api/query/'],
    ]) {
      const answer = await fetch(`${url}${path}`, { method: method ?? '' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json']);
      expect(await answer.json()).toEqual({ data: {}, message: "The requested resource wasn't found.", status: 404 });
    }
  });

  it('takes the first of repeated query values, names headers in snake case and picks fields', async () => {
    const headers = { 'X-Token': 't', Origin: 'https://other.example' };
    const answer = await fetch(`${url}/api/query?a=1&a=2&fields=query.a,token`, { headers });
    expect(await answer.json()).toEqual({ query: { a: '1' }, token: 't' });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('refuses an invalid fields modifier before anything is done', async () => {
    const before = handled;
    const answer = await fetch(`${url}/api/echo?fields=a:nonsense(1)`, { method: 'POST' });
    expect([answer.status, handled]).toEqual([400, before]);
  });

  it('answers HEAD without a body and a preflight with what may be asked', async () => {
    const head = await fetch(`${url}/api/query`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const headers = {
      Origin: 'https://other.example',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'x-token',
    };
    const preflight = await fetch(`${url}/api/query`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,HEAD,PUT,PATCH,POST,DELETE');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-token');
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    const plain = await fetch(`${url}/api/query`, { method: 'OPTIONS' });
    expect([plain.status, plain.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  });

  it('answers an address that is not encoded well in the envelope', async () => {
    const answer = await fetch(`${url}/api/%zz`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/json']);
    expect(await answer.json()).toMatchObject({ data: {}, status: 400 });
  });

  it('refuses a body that is too large before it asks who sends it, and the sender gets to read that', async () => {
    const before = handled;
    const answer = await fetch(`${url}/api/echo`, { method: 'POST', body: Buffer.alloc(20_000_000, 'x') });
    expect([answer.status, handled]).toEqual([413, before]);
    expect(await answer.json()).toMatchObject({ message: 'Request entity too large.' });
    expect((await fetch(`${url}/api/nothing`, { method: 'POST', body: 'x'.repeat(3000) })).status).toBe(413);
  });
});

describe('addresses', () => {
  const ask = async (path: string, method = 'GET') => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
    return { status: Number(head.slice(9, 12)), location: /^location: (.*)$/im.exec(head)?.[1]?.trim(), body };
  };

  it('with empty or dotted parts lead to the same without them, and nowhere but into the API', async () => {
    expect(await ask('/api//query?a=1&b=2')).toMatchObject({
      status: 307,
      location: '/api/query?a=1&b=2',
      body: expect.stringContaining('<a href="/api/query?a=1&amp;b=2">Temporary Redirect</a>.'),
    });
    expect(await ask('/x/../api/./query/')).toMatchObject({ status: 307, location: '/api/query/' });
    expect(await ask('//api/query', 'POST')).toMatchObject({ status: 307, location: '/api/query' });
    expect(await ask('//evil.example/api/query')).toMatchObject({ status: 404, location: undefined });
    expect(await ask('/api/../../evil.example')).toMatchObject({ status: 404, location: undefined });
  });

  it('without a name where one must stand are unknown', async () => {
    expect(await ask('/api/things/a')).toMatchObject({ status: 200 });
    expect(await ask('/api/things/')).toMatchObject({ status: 404 });
  });
});
