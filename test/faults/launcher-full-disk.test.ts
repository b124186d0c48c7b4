import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { findServersIn } from '#engine/database/embedded/process-facts.ts';
import {
  beforeRemoving,
  cleanUp,
  clusterOf,
  keep,
  killNow,
  launch,
  makeFolder,
  readKept,
  readyConnection,
  refusal,
  shutDown,
  until,
  withClient,
} from '../support/launcher.ts';
import { canMount, mountSmallDisk, resizeSmallDisk } from '../support/small-disk.ts';

afterEach(cleanUp);

/** A disk of its own below a new folder. */
function makeDisk(megabytes: number): string {
  const folder = join(makeFolder(), 'data');
  beforeRemoving(mountSmallDisk(folder, megabytes * 1024));
  return folder;
}

/** Takes all the space that is left. */
function fill(disk: string): void {
  const file = openSync(join(disk, 'filler'), 'a');
  try {
    for (const size of [1024 * 1024, 4096, 1]) {
      const block = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, block);
      } catch {
        // Full, for blocks of this size.
      }
    }
  } finally {
    closeSync(file);
  }
}

function freeSpace(disk: string): void {
  rmSync(join(disk, 'filler'));
}

/** Inserts until the database says no. A number is confirmed when its insert was answered. */
async function writeUntilRefused(connection: pg.ClientConfig, confirmed: number[]): Promise<void> {
  const write = async (client: pg.Client) => {
    for (let number = 1; ; number++) {
      await client.query('insert into kept values ($1)', [number]);
      confirmed.push(number);
      await client.query(`insert into filler select repeat(md5(random()::text), 200) from generate_series(1, 20)`);
    }
  };
  await withClient(connection, write).catch(() => {});
}

describe.skipIf(!canMount)('on a full disk', () => {
  test('the first start ends in one sentence and leaves nothing half-made; with space it goes ahead', async () => {
    const disk = makeDisk(24);
    expect(await refusal(launch({ dataDir: disk }))).toBe(
      `The disk that holds ${disk} is full. Free some space and start again; nothing that was confirmed is lost.`,
    );
    expect(readdirSync(disk)).toEqual([]);
    resizeSmallDisk(disk, 300 * 1024);
    const connection = await readyConnection(launch({ dataDir: disk }));
    await keep(connection, 1);
    expect(await readKept(connection)).toEqual([1]);
  });

  test('a running database refuses writes, loses nothing it confirmed, and goes on by itself when there is space', async () => {
    const disk = makeDisk(200);
    const connection = await readyConnection(launch({ dataDir: disk }));
    await withClient(connection, (client) =>
      client.query('create table kept (number integer); create table filler (text text)'),
    );
    const confirmed: number[] = [];
    const writing = writeUntilRefused(connection, confirmed);
    await until(() => confirmed.length > 20);
    fill(disk);
    await writing;
    freeSpace(disk);
    let kept: number[] | undefined;
    const read = async () => {
      kept = await readKept(connection).catch(() => undefined);
    };
    while (!kept) await read();
    expect(confirmed.filter((number) => !kept?.includes(number))).toEqual([]);
    await keep(connection, -1);
  });

  test('a later start ends in one sentence, and with space it has every confirmed row', async () => {
    const disk = makeDisk(200);
    const first = launch({ dataDir: disk });
    const connection = await readyConnection(first);
    for (let number = 0; number < 20; number++) await keep(connection, number);
    first.process.kill('SIGKILL');
    await first.ended;
    for (const pid of findServersIn(clusterOf(disk))) killNow(pid);
    await until(() => findServersIn(clusterOf(disk)).length === 0);
    fill(disk);
    const message = await refusal(launch({ dataDir: disk }));
    expect(message).toMatch(/^The disk .*is full/);
    freeSpace(disk);
    const second = launch({ dataDir: disk });
    expect(await readKept(await readyConnection(second))).toHaveLength(20);
    await shutDown(second);
  });
});
