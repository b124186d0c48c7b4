import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStartError } from '../describe-start-error.ts';
import { serveDashboard } from './serve-dashboard.ts';

let folder: string;
const app = fastify();
const get = (url: string) => app.inject({ method: 'GET', url });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-dashboard-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'empty'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><title>Theirs</title></head><body></body></html>',
  );
  await writeFile(join(folder, 'assets', 'index-1 2.js'), 'export {};');
  await writeFile(join(folder, 'extensions.js'), 'theirs');
  app.get('/_/extensions.js', (_request, reply) => reply.send('ours'));
  await serveDashboard(app, { folder, notice: 'Not </script> ours' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('the files of a dashboard are served with a policy of their own, and nothing else is', async () => {
  const page = await get('/_/');
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(/script-src 'self';.*frame-ancestors 'none'/),
    'cache-control': 'no-cache',
  });
  expect(page.body).toContain('<head><script src="./kerbside.js"></script><title>Theirs');
  const file = await get('/_/assets/index-1%202.js');
  expect([file.statusCode, file.headers['content-type'], file.body]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'export {};',
  ]);
  expect((await get('/_/extensions.js')).body).toBe('ours');
  expect((await get('/_')).headers.location).toBe('/_/');
  for (const path of ['/_/assets/', '/_/../package.json', '/_/%2e%2e/package.json', '/_/empty', '/_/assets/none.js']) {
    expect((await get(path)).statusCode).toBe(404);
  }
});

test('links of mails are led to the product’s pages before the dashboard runs, and a notice says whose it is', async () => {
  const { body } = await get('/_/kerbside.js');
  expect(body).toContain('confirm-(?:verification|password-reset|email-change)');
  expect(body).toContain('"Not \\u003c/script> ours"');
  expect(() => new Function(body)).not.toThrow();
});

test('a folder that holds no dashboard ends the start with a sentence', async () => {
  const start = (path: string) => serveDashboard(fastify(), { folder: path, notice: '' });
  const saidOf = (path: string) => start(path).then(() => undefined, describeStartError);
  expect(await saidOf(join(folder, 'empty'))).toBe(`DASHBOARD_DIR has no index.html: ${join(folder, 'empty')}`);
  expect(await saidOf(join(folder, 'nowhere'))).toBe(`DASHBOARD_DIR cannot be read: ${join(folder, 'nowhere')}`);
});
