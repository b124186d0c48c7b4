import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import { defaultSettings } from './default-settings.ts';
import type { Settings, SettingsStore } from './settings.ts';

export type RunningSettings = SettingsStore & {
  /** Stores what `change` makes of the settings that are stored; every server uses them from now on. Changes wait for each other. */
  change: (change: (current: Settings) => Settings) => Promise<Settings>;
};

export type SettingsOptions = { db: Database; clock: Clock; dataDir: string; publicUrl: string };

/** The stored settings were sealed with another server's key; the message is one sentence for whoever starts the server. */
export class SettingsKeyError extends Error {
  override name = 'SettingsKeyError';
}

const channel = 'kerbside_settings';

/** The operator's settings in `_params`, encrypted as a whole since they hold passwords; the key is a file of the data folder. */
export async function createSettingsStore(options: SettingsOptions): Promise<RunningSettings> {
  const { db, clock } = options;
  const key = await readKey(options.dataDir);
  const defaults = defaultSettings(options);
  const read = async (from: Queryable) => {
    const [row] = await from.query<{ value: { sealed: string } }>(`select value from _params where id = 'settings'`);
    return row ? { ...defaults, ...unseal(key, row.value.sealed) } : defaults;
  };
  let current = await read(db);
  const reload = () => {
    read(db)
      .then((settings) => {
        current = settings;
      })
      // The next change or start reads them again; until then the known ones hold.
      .catch(() => {});
  };
  await db.listen(channel, reload, reload);

  return {
    current: () => current,
    async change(change) {
      const next = await db.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock(hashtext($1))', [channel]);
        const changed = change(await read(tx));
        await save(tx, { sealed: seal(key, changed), nowMs: clock.nowMs() });
        return changed;
      });
      current = next;
      await db.query('select pg_notify($1, $2)', [channel, '']);
      return next;
    },
  };
}

async function save(tx: Queryable, { sealed, nowMs }: { sealed: string; nowMs: number }): Promise<void> {
  await tx.query(
    `insert into _params (id, value, updated) values ('settings', $1, to_timestamp($2::double precision / 1000))
     on conflict (id) do update set value = excluded.value, updated = excluded.updated`,
    [JSON.stringify({ sealed }), nowMs],
  );
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
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
  } catch (cause) {
    const message =
      "The database's settings are sealed with another key: copy the file settings.key of the server that stored them into DATA_DIR.";
    throw new SettingsKeyError(message, { cause });
  }
}
