import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Logger } from '../log.ts';
import { defaultSettings } from './default-settings.ts';
import type { Settings, SettingsStore } from './settings.ts';

export type RunningSettings = SettingsStore & {
  /** Stores what `change` makes of the settings that are stored; every server uses them from now on. Changes wait for each other. */
  change: (change: (current: Settings) => Settings) => Promise<Settings>;
};

export type SettingsOptions = { db: Database; clock: Clock; dataDir: string; publicUrl: string; log: Logger };

const channel = 'kerbside_settings';

/**
 * The operator's settings in `_params`, their passwords sealed with a key that is a file of the data folder. Without that file the settings
 * hold but for the passwords, which must be entered again.
 */
export async function createSettingsStore(options: SettingsOptions): Promise<RunningSettings> {
  const { db, clock } = options;
  const key = await readKey(options.dataDir);
  const defaults = defaultSettings(options);
  const read = async (from: Queryable) => {
    const [row] = await from.query<{ value: Stored }>(`select value from _params where id = 'settings'`);
    if (!row) return defaults;
    const secrets = unseal(key, row.value.sealed);
    if (!secrets)
      options.log.error({}, 'The passwords in the settings are sealed with another settings.key; enter them again.');
    return withSecrets({ ...defaults, ...row.value.settings }, secrets ?? noSecrets);
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
        const stored = { settings: withSecrets(changed, noSecrets), sealed: seal(key, secretsOf(changed)) };
        await save(tx, stored, clock.nowMs());
        return changed;
      });
      current = next;
      await db.query('select pg_notify($1, $2)', [channel, '']);
      return next;
    },
  };
}

type Stored = { settings: Settings; sealed: string };
type Secrets = { smtp: string; s3: string; backups: string };

const noSecrets: Secrets = { smtp: '', s3: '', backups: '' };

function secretsOf({ smtp, s3, backups }: Settings): Secrets {
  return { smtp: smtp.password, s3: s3.secret, backups: backups.s3.secret };
}

function withSecrets(settings: Settings, secrets: Secrets): Settings {
  const { smtp, s3, backups } = settings;
  return {
    ...settings,
    smtp: { ...smtp, password: secrets.smtp },
    s3: { ...s3, secret: secrets.s3 },
    backups: { ...backups, s3: { ...backups.s3, secret: secrets.backups } },
  };
}

async function save(tx: Queryable, stored: Stored, nowMs: number): Promise<void> {
  await tx.query(
    `insert into _params (id, value, updated) values ('settings', $1, to_timestamp($2::double precision / 1000))
     on conflict (id) do update set value = excluded.value, updated = excluded.updated`,
    [JSON.stringify(stored), nowMs],
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

function seal(key: Buffer, secrets: Secrets): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/** What was sealed; undefined when it was with another key. */
function unseal(key: Buffer, sealed: string): Secrets | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
  } catch {
    return undefined;
  }
}
