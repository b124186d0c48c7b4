import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { freePort } from '../../bin/lib/free-port.mjs';
import { canMount, mountSmallDisk, resizeSmallDisk } from '../support/small-disk.ts';
import { startMain, stopMains } from '../support/start-main.ts';

let database: TestDatabase;
const undo: Array<() => void> = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await stopMains();
  for (const each of undo.splice(0).reverse()) each();
});

afterAll(() => database.drop());

const start = async (variables: Record<string, string>) =>
  startMain({ DEMO: '0', PORT: String(await freePort()), ...variables });

/** What a start that ends says, besides lines of its log. */
async function sentencesOf(variables: Record<string, string>): Promise<string[]> {
  const main = await start(variables);
  expect(await main.ended).toBe(1);
  const lines = main.output().trim().split('\n');
  return lines.filter((line) => !line.startsWith('{'));
}

test.runIf(canMount)(
  '[11.15] a first start on 40 MB says that the disk is full; with space it goes ahead',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'kerbside-disk-'));
    undo.push(() => rmSync(parent, { recursive: true, force: true }));
    const disk = join(parent, 'data');
    undo.push(mountSmallDisk(disk, 40 * 1024));
    const full =
      /^The disk that holds .* is full\. Free some space and start again; nothing that was confirmed is lost\.$/;
    expect(await sentencesOf({ DATA_DIR: disk })).toEqual([expect.stringMatching(full)]);
    // Enough for the database, not for the tables.
    resizeSmallDisk(disk, 50 * 1024);
    expect(await sentencesOf({ DATA_DIR: disk })).toEqual([expect.stringMatching(full)]);
    resizeSmallDisk(disk, 300 * 1024);
    const main = await start({ DATA_DIR: disk });
    expect((await fetch(`${await main.ready}/api/health/ready`)).status).toBe(200);
  },
);

test('[11.15] a data folder that can not be is a sentence, with a database of one’s own, too', async () => {
  const sentence = /^The data folder .* can't be used: .*\. Set DATA_DIR to another one\.$/;
  expect(await sentencesOf({ DATA_DIR: '/dev/null' })).toEqual([expect.stringMatching(sentence)]);
  const withDatabase = { DATA_DIR: '/dev/null/data', DATABASE_URL: database.url };
  expect(await sentencesOf(withDatabase)).toEqual([expect.stringMatching(sentence)]);
  // With a key given nothing else would be written into it before the first upload.
  const withKey = { ...withDatabase, SETTINGS_KEY: 'k'.repeat(32) };
  expect(await sentencesOf(withKey)).toEqual([expect.stringMatching(sentence)]);
});

test('[11.15] damaged settings are a sentence that names the place; without their row the defaults hold', async () => {
  const first = await start({ DATABASE_URL: database.url });
  await first.ready;
  await stopMains();
  const store = (value: unknown) =>
    database.db.query(
      `insert into _params (id, value, updated) values ('settings', $1, now()) on conflict (id) do update set value = excluded.value`,
      [JSON.stringify(value)],
    );
  await store({ settings: { meta: { appName: 7 } }, sealed: '' });
  expect(await sentencesOf({ DATABASE_URL: database.url })).toEqual([
    'The stored settings are damaged (row "settings" of the table _params, at "settings.meta.appName"). Restore the row from a backup, or delete it to start with the defaults and enter them anew.',
  ]);
  await database.db.query(`delete from _params where id = 'settings'`);
  const again = await start({ DATABASE_URL: database.url });
  expect((await fetch(`${await again.ready}/api/health`)).status).toBe(200);
});
