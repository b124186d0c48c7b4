import { ApiError } from '../http/api-error.ts';
import { describeErrors } from '../schema/describe-errors.ts';
import type { RunningSettings } from '../settings/create-settings-store.ts';
import { mergeSettings } from '../settings/merge-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { validateSettings } from '../settings/validate-settings.ts';
import { oneLine } from './one-line.ts';

const taken = ['smtp', 'rateLimits', 'trustedProxy', 'batch', 'logs', 'superuserIPs'] as const;

/**
 * Takes the settings of a folder over ours, but for its address, its file store and where its backups go, which belong to its machine. A dry run
 * only tries it. Answers what was not taken.
 */
export async function takeSettings(
  settings: RunningSettings,
  source: Record<string, unknown> | undefined,
  isDryRun: boolean,
): Promise<string[]> {
  if (source === undefined) return ['The settings are encrypted and were not taken: enter them here.'];
  try {
    if (isDryRun) withTaken(settings.current(), source);
    else await settings.change((current) => withTaken(current, source));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [`The settings were not taken: ${error.message}`];
  }
  return [
    'Settings were taken but for the address, the file store and backups, which belong to the machine: set what you need here.',
  ];
}

function withTaken(current: Settings, source: Record<string, unknown>): Settings {
  const changes: Record<string, unknown> = Object.fromEntries(taken.map((name) => [name, source[name]]));
  const { appURL: _address, ...meta } = objectOf(source.meta);
  changes.meta = meta;
  const merged = mergeSettings(current, withoutMissing(changes));
  const errors = validateSettings(merged);
  if (errors) throw new ApiError(400, oneLine(describeErrors(errors)));
  return merged;
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function withoutMissing(changes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined && value !== null));
}
