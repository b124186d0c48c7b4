import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '#support/start-app.ts';
import { type Answer, runTable, type Server } from '../reference/run-table.ts';
import { readAnswers, readTable, tableNames } from '../reference/tables.ts';

/*
 * The same calls have the same answers as PocketBase 0.39.11 gave, whose answers are kept in test/reference/answers. With REFERENCE (see
 * `bin/check --reference`) it is the running PocketBase that is asked: what is kept is still what it says.
 */
const { REFERENCE: reference, REFERENCE_TOKEN: referenceToken = '' } = process.env;

describe.each(tableNames)('the answers to the calls of %s', (name) => {
  const table = readTable(name);
  const recorded = readAnswers(name);
  let ours: TestApp | undefined;
  let told: Record<string, Answer[]>;
  beforeAll(async () => {
    let server: Server = { url: reference ?? '', token: referenceToken, day: new Date().toISOString().slice(0, 10) };
    if (!reference) {
      ours = await startApp();
      const day = new Date(ours.clock.nowMs()).toISOString().slice(0, 10);
      server = { url: ours.url, token: ours.root.authStore.token, day };
    }
    told = await runTable(server, name, table);
  }, 240_000);
  afterAll(() => ours?.close());

  const same = table.stories.filter(({ differs }) => !differs || reference);
  test.each(same.map((story) => story.name))('are the reference’s: %s', (story) => {
    expect(told[story]).toEqual(recorded[story]);
  });

  const others = table.stories.filter(({ differs }) => differs && !reference);
  test.runIf(others.length > 0)('are no failure where they differ on purpose', () => {
    const statuses = others.flatMap((story) => told[story.name] ?? []).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
