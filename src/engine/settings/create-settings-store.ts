import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Logger } from '../log.ts';
import { defaultSettings } from './default-settings.ts';
import { readStoredSettings, type StoredSettings } from './read-stored-settings.ts';
import { noSecrets, openSecretsBox, type Secrets, SettingsKeyError } from './seal-secrets.ts';
import type { Settings, SettingsStore } from './settings.ts';

export type RunningSettings = SettingsStore & {
  /** Stores what `change` makes of the settings that are stored; every server uses them from now on. Changes wait for each other. */
  change: (change: (current: Settings) => Settings) => Promise<Settings>;
  /** Reads the stored settings again, where they were changed past this store. */
  reload: () => Promise<void>;
};

export type SettingsOptions = {
  db: Database;
  clock: Clock;
  dataDir: string;
  /** Seals stored passwords, the same on all servers of a database; without it each data folder has a key of its own. */
  settingsKey?: string | undefined;
  publicUrl: string;
  log: Logger;
};

/** Settings as they were read; `sealed` is there when nobody here can open it. */
type Known = { settings: Settings; revision: number; sealed?: string };

const channel = 'kerbside_settings';

/**
 * The operator's settings in `_params`, their passwords sealed. A configured key that does not open them is an error; without one the
 * settings hold but for the passwords, which must be entered again.
 */
export async function createSettingsStore(options: SettingsOptions): Promise<RunningSettings> {
  const { db, clock, log, settingsKey } = options;
  const box = await openSecretsBox({ settingsKey, dataDir: options.dataDir });
  const defaults = defaultSettings(options);
  const read = async (from: Queryable): Promise<Known> => {
    const [row] = await from.query<{ value: unknown }>(`select value from _params where id = 'settings'`);
    if (!row) return { settings: defaults, revision: 0 };
    const { settings, sealed, revision = 0 } = readStoredSettings(row.value, defaults);
    const secrets = box.open(sealed);
    const whole = withSecrets({ ...defaults, ...settings }, secrets ?? noSecrets);
    return { settings: whole, revision, ...(secrets ? {} : { sealed }) };
  };
  let current = await read(db);
  if (current.sealed !== undefined) {
    if (settingsKey !== undefined) throw new SettingsKeyError(wrongKey);
    log.error({}, otherKey);
  }
  const readAgain = async (isNews: (known: Known) => boolean) => {
    const known = await read(db);
    if (known.sealed !== undefined) log.error({}, otherKey);
    if (isNews(known)) current = known;
  };
  const reload = () => readAgain(() => true);
  // When it fails the next change or start reads them; until then the known ones hold.
  const hear = () =>
    // What was read may be older than a change that was made here meanwhile.
    void readAgain(({ revision }) => revision >= current.revision).catch((error: unknown) =>
      log.error({ err: error }, 'Changed settings could not be read.'),
    );
  await db.listen(channel, hear, hear);

  return {
    current: () => current.settings,
    revision: () => current.revision,
    reload,
    box,
    async change(change) {
      const next = await db.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock(hashtext($1))', [channel]);
        const known = await read(tx);
        const settings = change(known.settings);
        const revision = known.revision + 1;
        // Passwords that another key opens stay until one is entered here.
        const sealed = box.seal(secretsOf(settings)) || (known.sealed ?? '');
        await save(tx, { settings: withSecrets(settings, noSecrets), sealed, revision }, clock.nowMs());
        return { settings, revision };
      });
      current = next;
      await db.query('select pg_notify($1, $2)', [channel, '']);
      return next.settings;
    },
  };
}

const wrongKey =
  'SETTINGS_KEY is not the key that the passwords in the stored settings were sealed with. Start with that one; if it is lost, start once without SETTINGS_KEY and enter the passwords again.';
const otherKey =
  'The passwords in the stored settings were sealed with a key that this server does not have, so it works without them. Set the same SETTINGS_KEY on all servers, or enter the passwords again.';

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

async function save(tx: Queryable, stored: StoredSettings, nowMs: number): Promise<void> {
  await tx.query(
    `insert into _params (id, value, updated) values ('settings', $1, to_timestamp($2::double precision / 1000))
     on conflict (id) do update set value = excluded.value, updated = excluded.updated`,
    [JSON.stringify(stored), nowMs],
  );
}
