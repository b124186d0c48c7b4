import type { Settings } from './settings.ts';

/** The row `settings` of `_params`: passwords are sealed apart from the rest. */
export type StoredSettings = { settings: Settings; sealed: string; revision?: number };

/** What lies in the database are no settings, as after an edit by hand. Its message is for who starts the server. */
export class StoredSettingsError extends Error {
  override readonly name = 'StoredSettingsError';

  constructor(place: string) {
    super(
      `The stored settings are damaged (row "settings" of the table _params, at ${place}). Restore the row from a backup, or delete it to start with the defaults and enter them anew.`,
    );
  }
}

/** What was stored, when all of it has the shape of `defaults`; what an older version did not know may be missing. Throws StoredSettingsError. */
export function readStoredSettings(value: unknown, defaults: Settings): StoredSettings {
  if (!isObject(value)) throw new StoredSettingsError('"value"');
  const { settings, sealed, revision } = value;
  const { budgets, ...others } = isObject(settings) ? settings : {};
  const misfit =
    findMisfit({ settings: defaults, sealed: '' }, { settings, sealed }, '') ??
    (revision === undefined || typeof revision === 'number' ? undefined : '"revision"') ??
    (budgets === undefined || (isObject(budgets) && Object.values(budgets).every(Number.isFinite))
      ? undefined
      : '"settings.budgets"');
  if (misfit !== undefined || Object.keys(others).length === 0) throw new StoredSettingsError(misfit ?? '"settings"');
  return value as StoredSettings;
}

/** The first place, quoted, at which `value` is of another kind than `pattern`. Members of a list are texts, or as the pattern's first. */
function findMisfit(pattern: unknown, value: unknown, path: string): string | undefined {
  const here = `"${path}"`;
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value)) return here;
    const [member = ''] = pattern;
    return firstOf(value.map((item, index) => [member, item, `${path}[${index}]`]));
  }
  if (!isObject(pattern)) return typeof value === typeof pattern ? undefined : here;
  if (!isObject(value)) return here;
  const known = Object.keys(pattern).filter((key) => path !== 'settings' || value[key] !== undefined);
  return firstOf(known.map((key) => [pattern[key], value[key], path === '' ? key : `${path}.${key}`]));
}

function firstOf(pairs: ReadonlyArray<[unknown, unknown, string]>): string | undefined {
  for (const [pattern, value, path] of pairs) {
    const misfit = findMisfit(pattern, value, path);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
