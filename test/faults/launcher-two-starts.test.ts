import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { bootId, findProcess } from '#engine/database/embedded/process-facts.ts';
import {
  cleanUp,
  keep,
  launch,
  makeDataFolder,
  makeFolder,
  readKept,
  readyConnection,
  refusal,
  shutDown,
} from '../support/launcher.ts';

afterEach(cleanUp);

test('a second start on one data folder says in one sentence who holds it and since when, and harms nobody', async () => {
  const dataDir = await makeDataFolder();
  const first = launch({ dataDir });
  const connection = await readyConnection(first);
  await keep(connection, 1);
  const message = await refusal(launch({ dataDir }));
  expect(message).toMatch(
    new RegExp(
      `^${dataDir} is in use by the process ${first.pid} since 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\. Stop that one first, or give this one another DATA_DIR\\.$`,
    ),
  );
  expect(await readKept(connection)).toEqual([1]);
});

test('of many starts at once on a new data folder exactly one wins and names itself to the others', async () => {
  const dataDir = makeFolder();
  const starts = Array.from({ length: 6 }, () => launch({ dataDir }));
  const outcomes = await Promise.all(starts.map((start) => start.outcome));
  const winners = starts.filter((_, index) => outcomes[index] && 'connection' in (outcomes[index] ?? {}));
  expect(winners).toHaveLength(1);
  const messages = outcomes.flatMap((outcome) => (outcome && 'message' in outcome ? [outcome.message] : []));
  expect(messages).toHaveLength(5);
  for (const message of messages) expect(message).toContain(`is in use by the process ${winners[0]?.pid} since`);
});

test('when the holder stops, the next start goes ahead at once', async () => {
  const dataDir = await makeDataFolder();
  const first = launch({ dataDir });
  await keep(await readyConnection(first), 1);
  await shutDown(first);
  expect(await readKept(await readyConnection(launch({ dataDir })))).toEqual([1]);
});

describe('a lock whose holder is gone is taken over', () => {
  const startTicks = findProcess(process.pid)?.startTicks ?? 0;
  const since = '2026-01-01T00:00:00.000Z';
  const stale: Array<[string, string]> = [
    [
      'its number belongs to another process now',
      JSON.stringify({ pid: process.pid, startTicks: startTicks - 1, bootId: bootId(), since }),
    ],
    [
      'the machine was restarted since',
      JSON.stringify({ pid: process.pid, startTicks, bootId: 'an earlier one', since }),
    ],
    ['it was cut off while being written', '{"pid": 12'],
    ['it is empty', ''],
  ];
  test.each(stale)('because %s', async (_reason, text) => {
    const dataDir = await makeDataFolder();
    writeFileSync(join(dataDir, 'server.lock'), text);
    const starts = [launch({ dataDir }), launch({ dataDir }), launch({ dataDir })];
    const outcomes = await Promise.all(starts.map((start) => start.outcome));
    expect(outcomes.filter((outcome) => outcome && 'connection' in outcome)).toHaveLength(1);
  });
});
