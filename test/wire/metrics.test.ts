import { mkdirSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#engine/clock.ts';
import { createLogger } from '#engine/log.ts';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { startApp } from '#support/start-app.ts';

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

test('[25.16] a machine whose clock is not the database’s says so in its figures, and that it does not sweep where it asks for being ready', async () => {
  const machine = { nowMs: () => systemClock.nowMs() + 1_200_000 };
  const ahead = await startEngineServer({ machine, log: createLogger('silent') });
  try {
    const text = await (await fetch(`${ahead.url}/metrics`)).text();
    expect(Number(/^kerbside_clock_ahead_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeCloseTo(1200, 0);
    const ready = await (await fetch(`${ahead.url}/api/health/ready`)).json();
    expect(ready).toMatchObject({ code: 200, data: { sweeps: false } });
    const own = await (await fetch(`${server.url}/api/health/ready`)).json();
    expect(own.data).toEqual({});
    const ownText = await (await read()).text();
    expect(Math.abs(Number(/^kerbside_clock_ahead_seconds (-?[\d.e-]+)$/m.exec(ownText)?.[1]))).toBeLessThan(1);
  } finally {
    await ahead.close();
  }
});

test('a server that can’t write its files is not ready, and is again once it can', async () => {
  let aheadMs = 0;
  const machine = { nowMs: () => systemClock.nowMs() + aheadMs };
  const unable = await startEngineServer({ machine, log: createLogger('silent') });
  const statusOf = async () => {
    aheadMs += 5000;
    return (await fetch(`${unable.url}/api/health/ready`)).status;
  };
  try {
    expect(await statusOf()).toBe(200);
    rmSync(unable.dataDir, { recursive: true });
    expect(await statusOf()).toBe(503);
    mkdirSync(unable.dataDir);
    expect(await statusOf()).toBe(200);
  } finally {
    await unable.close();
  }
});

test('jobs are counted where there are none, and a sweeper says how often it runs', async () => {
  const app = await startApp();
  try {
    await app.app.sweepers.runDue();
    const text = await (await fetch(`${app.url}/metrics`)).text();
    for (const state of ['created', 'retry', 'active', 'failed']) {
      expect(text).toMatch(new RegExp(`^kerbside_jobs\\{kind="send-mail",state="${state}"\\} 0$`, 'm'));
    }
    expect(text).toMatch(/^kerbside_sweeper_interval_seconds\{sweeper="tell-chain-ends"\} 3600$/m);
    const of = (name: string) =>
      [...text.matchAll(new RegExp(`^${name}\\{sweeper="([^"]+)"\\}`, 'gm'))].map(([, sweeper]) => sweeper);
    expect(of('kerbside_sweeper_interval_seconds')).toEqual(of('kerbside_sweeper_last_success_timestamp_seconds'));
    expect(of('kerbside_sweeper_interval_seconds').length).toBeGreaterThan(30);
  } finally {
    await app.close();
  }
});
