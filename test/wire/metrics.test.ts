import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer({});
});

afterAll(() => server.close());

const read = (headers: Record<string, string> = {}) => fetch(`${server.url}/metrics`, { headers });

test('figures are text for Prometheus, with names of routes and nothing that somebody sent', async () => {
  await fetch(`${server.url}/api/health`);
  await fetch(`${server.url}/api/secret-${crypto.randomUUID()}`);
  await fetch(`${server.url}/api/collections/users/records/secretsecretsec?filter=secret`);
  const answer = await read();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  expect(text).toContain(
    'kerbside_http_request_duration_seconds_count{method="GET",route="/api/health",status="200"} 1\n',
  );
  expect(text).toContain('route="/api/collections/:collection/records/:id"');
  expect(text).toMatch(/^kerbside_database_connections\{state="used"\} \d+$/m);
  expect(text).toMatch(/^kerbside_realtime_streams 0$/m);
  expect(text).toMatch(/^kerbside_process_resident_memory_bytes \d+$/m);
  expect(text).not.toContain('secret');
});

test('who comes past a proxy needs a superuser’s token', async () => {
  const proxied = { 'x-forwarded-for': '203.0.113.7' };
  expect((await read(proxied)).status).toBe(403);
  const { token } = server.root.authStore;
  expect((await read({ ...proxied, authorization: `Bearer ${token}` })).status).toBe(200);
});
