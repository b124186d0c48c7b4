import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PocketBase from 'pocketbase';
import { expect, test } from 'vitest';
import { systemClock } from '#engine/clock.ts';
import { createLogger } from '#engine/log.ts';
import { makeInstructor, makePerson, refusalOf, startApp } from '#support/start-app.ts';
import { createApp } from '../../src/create-app.ts';

test('[25.16] a server whose clock is 20 minutes fast neither takes what another holds, nor lets its own holds end early', async () => {
  const app = await startApp();
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-fast-'));
  const aheadMs = 20 * 60_000;
  const fast = await createApp({
    connection: app.connection,
    dataDir,
    log: createLogger('silent'),
    publicUrl: 'http://kerbside.example',
    isDevelopment: true,
    clock: { nowMs: () => app.clock.nowMs() + aheadMs },
    machine: { nowMs: () => systemClock.nowMs() + aheadMs },
  });
  try {
    const url = await fast.http.listen({ port: 0, host: '127.0.0.1' });
    const [first, second, teacher] = [await makePerson(app), await makePerson(app), await makeInstructor(app)];
    const wanted = { instructor: teacher.id, start: '2026-11-24T10:00:00+08:00', durationMinutes: 60 };
    const held = await first.collection('lessons').create(wanted);
    const there = new PocketBase(url).autoCancellation(false);
    there.authStore.save(second.authStore.token, second.authStore.record);
    expect(await refusalOf(there.collection('lessons').create(wanted))).toMatchObject({
      status: 409,
      data: { start: { code: 'slot_taken' } },
    });
    expect((await first.collection('lessons').getOne(held.id)).status).toBe('held');
    const own = await there.collection('lessons').create({ ...wanted, start: '2026-11-24T14:00:00+08:00' });
    const heldMs = Date.parse(own.holdExpiresAt) - app.clock.nowMs();
    expect(Math.abs(heldMs - 15 * 60_000)).toBeLessThan(5000);
  } finally {
    await fast.close();
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
