import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import type { Database } from '../database/database.ts';
import { createSharedCounter } from './create-shared-counter.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(() => server.close());

test('[25.52] five hundred addresses that ask at once are counted by few statements, each for itself', async () => {
  const { engine } = server;
  let statements = 0;
  const query: Database['query'] = (text, values) => {
    statements += 1;
    return engine.db.query(text, values);
  };
  const counter = createSharedCounter({ ...engine, db: { ...engine.db, query } });
  const limit = { max: 2, seconds: 60 };
  const take = (index: number) => counter.take(`address:${index}`, limit);
  const all = Array.from({ length: 500 }, (_, index) => index);
  expect(new Set(await Promise.all(all.map(take)))).toEqual(new Set([undefined]));
  expect(statements).toBeLessThan(10);
  await Promise.all(all.map(take));
  const refused = await Promise.all(all.map(take));
  expect(refused.every((untilMs) => untilMs !== undefined && untilMs > engine.clock.nowMs())).toBe(true);
});
