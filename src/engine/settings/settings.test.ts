import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#engine/clock.ts';
import { describeStartError } from '#engine/describe-start-error.ts';
import { createLogger } from '#engine/log.ts';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { createSettingsStore } from './create-settings-store.ts';

describe('the settings', () => {
  let server: EngineServer;

  beforeAll(async () => {
    server = await startEngineServer();
  });

  afterAll(() => server.close());

  test('are for superusers only', async () => {
    expect((await refusalOf(server.guest.settings.getAll())).status).toBe(401);
    expect((await refusalOf(server.guest.settings.update({ meta: { appName: 'x' } }))).status).toBe(401);
  });

  test('[281] are changed in part, and never answer a password', async () => {
    const smtp = { enabled: true, host: 'mail.example.com', port: 25, username: 'me', password: 'hush' };
    const changed = await server.root.settings.update({ smtp });
    expect(changed.smtp).toMatchObject({ enabled: true, host: 'mail.example.com', port: 25, username: 'me' });
    expect(JSON.stringify(changed)).not.toContain('hush');
    await server.root.settings.update({ smtp: { enabled: false } });
    expect(server.engine.settings.current().smtp).toMatchObject({ enabled: false, password: 'hush' });
    await server.root.settings.update({ smtp: { password: '' } });
    expect(server.engine.settings.current().smtp.password).toBe('');
  });

  test.each([
    [{ meta: { appName: '' } }, { meta: { appName: { code: 'validation_required' } } }],
    [{ meta: { appURL: 'no url' } }, { meta: { appURL: { code: 'validation_is_url' } } }],
    [{ smtp: { enabled: true, host: '' } }, { smtp: { host: { code: 'validation_required' } } }],
    [{ backups: { cron: 'x' } }, { backups: { cron: { code: 'validation_invalid_cron' } } }],
    [{ s3: { enabled: true } }, { s3: { bucket: { code: 'validation_required' } } }],
    [{ superuserIPs: ['x'] }, { superuserIPs: { 0: { code: 'validation_invlaid_ip_or_subnet' } } }],
    [
      { rateLimits: { rules: [{ label: 'a b' }] } },
      { rateLimits: { rules: { 0: { label: { code: 'validation_match_invalid' } } } } },
    ],
  ])('are not saved with %j', async (change, data) => {
    const before = server.engine.settings.current();
    const refusal = await refusalOf(server.root.settings.update(change));
    expect(refusal).toMatchObject({ status: 400, message: 'An error occurred while saving the new settings.', data });
    expect(server.engine.settings.current()).toEqual(before);
  });

  test('of another type are refused as unreadable', async () => {
    for (const change of [{ meta: { appName: 5 } }, { smtp: { port: 1.5 } }, { superuserIPs: 'x' }, { logs: 'x' }]) {
      const { status, message, data } = await refusalOf(server.root.settings.update(change));
      expect({ status, message, data }).toEqual({
        status: 400,
        message: 'An error occurred while loading the submitted data.',
        data: {},
      });
    }
  });

  test('that two change at the same moment are both changed', async () => {
    await Promise.all([
      server.root.settings.update({ meta: { appName: 'Together' } }),
      server.root.settings.update({ logs: { maxDays: 9 } }),
      server.root.settings.update({ batch: { maxRequests: 7 } }),
    ]);
    expect(await server.root.settings.getAll()).toMatchObject({
      meta: { appName: 'Together' },
      logs: { maxDays: 9 },
      batch: { maxRequests: 7 },
    });
  });
});

describe('the stored settings', () => {
  let database: TestDatabase;
  const folders: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(async () => {
    await database.drop();
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  async function open(folder?: string, settingsKey?: string) {
    const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'kerbside-settings-')));
    if (!folder) folders.push(dataDir);
    const options = {
      db: database.db,
      clock: systemClock,
      dataDir,
      settingsKey,
      publicUrl: 'http://localhost',
      log: createLogger('silent'),
    };
    return { dataDir, store: await createSettingsStore(options) };
  }

  test('seal their passwords with a key that lies beside the data, and reach other servers', async () => {
    const { dataDir, store } = await open();
    const { store: second } = await open(dataDir);
    const before = store.current();
    await store.change((current) => ({
      ...current,
      meta: { ...current.meta, appName: 'Kept' },
      smtp: { ...current.smtp, password: 'very secret' },
    }));
    await expect.poll(() => second.current().smtp.password).toBe('very secret');
    expect(before.smtp.password).toBe('');
    const rows = await database.db.query('select value from _params');
    expect(JSON.stringify(rows)).not.toContain('very');
    expect(await readFile(join(dataDir, 'settings.key'))).toHaveLength(32);
    // Another data folder has another key: all but the passwords is there.
    const { store: stranger } = await open();
    expect(stranger.current()).toMatchObject({ meta: { appName: 'Kept' }, smtp: { password: '' } });
    // What it can't open it does not throw away either.
    await stranger.change((current) => ({ ...current, logs: { ...current.logs, maxDays: 8 } }));
    await expect.poll(() => store.current()).toMatchObject({ logs: { maxDays: 8 }, smtp: { password: 'very secret' } });
  });

  test('are open to every server with the same SETTINGS_KEY, also those sealed before there was one', async () => {
    const key = 'a key of exactly 32 characters..';
    const { dataDir, store } = await open();
    await store.change((current) => ({ ...current, smtp: { ...current.smtp, password: 'first' } }));
    const { store: moved } = await open(dataDir, key);
    expect(moved.current().smtp.password).toBe('first');
    await moved.change((current) => ({ ...current, s3: { ...current.s3, secret: 'second' } }));
    const { store: elsewhere, dataDir: other } = await open(undefined, key);
    expect(elsewhere.current()).toMatchObject({ smtp: { password: 'first' }, s3: { secret: 'second' } });
    expect(await readdir(other)).toEqual([]);
    const wrong = open(undefined, 'not the key but of 32 characters');
    await expect(wrong).rejects.toThrow(/^SETTINGS_KEY is not the key/);
    await wrong.catch((error: unknown) => {
      expect(describeStartError(error)).toMatch(/^SETTINGS_KEY is not the key .* sealed with\./);
    });
  });

  test('count their changes, on every server the same', async () => {
    const { dataDir, store } = await open();
    const { store: second } = await open(dataDir);
    const before = store.revision();
    await store.change((current) => current);
    expect(store.revision()).toBe(before + 1);
    await expect.poll(() => second.revision()).toBe(before + 1);
  });
});

test('a change stays when the notice of the one before it is answered after it', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'kerbside-settings-'));
  const held = { reading: Promise.withResolvers<void>(), goOn: Promise.withResolvers<void>(), isOn: false };
  const query: typeof database.db.query = async (text, values) => {
    const rows = await database.db.query<never>(text, values);
    if (held.isOn && text.startsWith('select value from _params')) {
      held.isOn = false;
      held.reading.resolve();
      await held.goOn.promise;
    }
    return rows;
  };
  const db = { ...database.db, query };
  const log = createLogger('silent');
  const store = await createSettingsStore({ db, clock: systemClock, dataDir, publicUrl: 'http://localhost', log });
  const name = (appName: string) => store.change((before) => ({ ...before, meta: { ...before.meta, appName } }));
  held.isOn = true;
  await name('first');
  await held.reading.promise;
  await name('second');
  held.goOn.resolve();
  // Its own notice has been heard, too, once a later one has.
  await new Promise((resolve) => setImmediate(resolve));
  expect(store.current().meta.appName).toBe('second');
  await database.drop();
  await rm(dataDir, { recursive: true });
});
