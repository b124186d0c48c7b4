import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { warnOfChangedRules } from './warn-of-changed-rules.ts';

let server: EngineServer;
beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(() => server.close());

test('rules that ask whether a field of the caller is set are named at a start, and no others', async () => {
  const { collections } = server.root;
  const whatIsSent = '@request.body.id:isset = false && @request.auth.id != ""';
  await collections.create({
    name: 'boats',
    type: 'base',
    listRule: '@request.auth.id:isset = true',
    viewRule: 'id != "" && (@request.auth.id:isset != false)',
    createRule: whatIsSent,
  });
  await collections.create({
    name: 'crews',
    type: 'auth',
    createRule: whatIsSent,
    manageRule: '@request.auth.name:isset = true',
  });
  const named: unknown[] = [];
  const note = (fields: Record<string, unknown>) => void named.push(fields);
  warnOfChangedRules({ collections: server.engine.collections, log: { info: note, warn: note, error: note } });
  expect(named).toEqual([
    { collection: 'boats', rule: 'listRule' },
    { collection: 'boats', rule: 'viewRule' },
    { collection: 'crews', rule: 'manageRule' },
  ]);
});
