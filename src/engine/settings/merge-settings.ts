import { badRequest } from '../http/api-error.ts';
import type { Settings } from './settings.ts';

const blankRule = { label: '', audience: '', duration: 0, maxRequests: 0 };
/** What the items of lists are like, by the list's name. */
const items: Record<string, unknown> = { rules: blankRule, excludedIPs: '', headers: '', superuserIPs: '' };

/**
 * The settings with a body's values taken over: objects merged, lists replaced, unknown names passed over, capitals in names not
 * minded, null changing nothing but emptying a list. 400 when a value is of another type than the setting.
 */
export function mergeSettings(known: Settings, body: Record<string, unknown>): Settings {
  return mergeObject(known, body) as Settings;
}

function mergeObject(known: object, given: object): object {
  const merged: Record<string, unknown> = {};
  const entries = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, value] of Object.entries(known)) {
    const key = name.toLowerCase();
    merged[name] = entries.has(key) ? mergeValue(name, value, entries.get(key)) : value;
  }
  return merged;
}

function mergeValue(name: string, known: unknown, given: unknown): unknown {
  if (Array.isArray(known)) return mergeList(name, given);
  if (given === null) return known;
  if (typeof known === 'object' && known !== null) {
    if (typeof given !== 'object' || Array.isArray(given)) throw unreadable();
    return mergeObject(known, given);
  }
  if (typeof given !== typeof known || (typeof given === 'number' && !Number.isSafeInteger(given))) throw unreadable();
  return given;
}

function mergeList(name: string, given: unknown): unknown[] {
  if (given === null) return [];
  if (!Array.isArray(given)) throw unreadable();
  return given.map((item) => mergeValue(name, items[name], item));
}

function unreadable() {
  return badRequest('An error occurred while loading the submitted data.');
}
