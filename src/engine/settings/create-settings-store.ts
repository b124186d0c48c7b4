import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { defaultSettings } from './default-settings.ts';
import type { Settings, SettingsStore } from './settings.ts';

export type RunningSettings = SettingsStore & {
  /** Stores settings whole; every server uses them from now on. */
  save: (settings: Settings) => Promise<void>;
};

export type SettingsOptions = { db: Database; clock: Clock; dataDir: string; publicUrl: string };

const channel = 'kerbside_settings';

/** The operator's settings in `_params`, encrypted as a whole since they hold passwords; the key is a file of the data folder. */
export async function createSettingsStore(options: SettingsOptions): Promise<RunningSettings> {
  const { db, clock } = options;
  const key = await readKey(options.dataDir);
  let current = await load();
  await db.listen(channel, () => {
    load()
      .then((settings) => {
        current = settings;
      })
      // The next change or start reads them again; until then the known ones hold.
      .catch(() => {});
  });

  async function load(): Promise<Settings> {
    const [row] = await db.query<{ value: { sealed: string } }>(`select value from _params where id = 'settings'`);
    const defaults = defaultSettings(options);
    return row ? { ...defaults, ...unseal(key, row.value.sealed) } : defaults;
  }

  return {
    current: () => current,
    async save(settings) {
      const value = JSON.stringify({ sealed: seal(key, settings) });
      await db.query(
        `insert into _params (id, value, updated) values ('settings', $1, to_timestamp($2::double precision / 1000))
         on conflict (id) do update set value = excluded.value, updated = excluded.updated`,
        [value, clock.nowMs()],
      );
      current = settings;
      await db.query('select pg_notify($1, $2)', [channel, '']);
    },
  };
}

async function readKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'settings.key');
  await mkdir(dataDir, { recursive: true });
  try {
    // Only the first start makes the key; of two that start at once one finds the other's.
    await writeFile(path, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFile(path);
}

function seal(key: Buffer, settings: Settings): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(settings), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function unseal(key: Buffer, sealed: string): Settings {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
}
