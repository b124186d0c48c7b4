import { badRequest } from '../http/api-error.ts';
import { type BudgetChanges, budgetNames } from '../limits/budgets.ts';
import type { Settings } from './settings.ts';

const blankRule = { label: '', audience: '', duration: 0, maxRequests: 0 };
/** What the items of lists are like, by the list's name. */
const items: Record<string, unknown> = { rules: blankRule, excludedIPs: '', headers: '', superuserIPs: '' };

/**
 * The settings with a body's values taken over: objects merged, lists replaced, unknown names passed over, capitals in names not
 * minded, null changing nothing but emptying a list and giving a budget its default back. 400 when a value is of another type than the
 * setting.
 */
export function mergeSettings(known: Settings, body: Record<string, unknown>): Settings {
  const { budgets, ...settings } = known;
  const changes = mergeBudgets(budgets, body.budgets);
  const merged = mergeObject(settings, body) as Settings;
  return Object.keys(changes).length > 0 ? { ...merged, budgets: changes } : merged;
}

function mergeBudgets(known: BudgetChanges = {}, given: unknown): BudgetChanges {
  if (given === undefined || given === null) return known;
  if (typeof given !== 'object' || Array.isArray(given)) throw unreadable();
  const merged = { ...known };
  for (const name of budgetNames) {
    const value: unknown = Object.hasOwn(given, name) ? (given as BudgetChanges)[name] : undefined;
    if (value === null) delete merged[name];
    else if (value !== undefined) merged[name] = mergeValue(name, 0, value) as number;
  }
  return merged;
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
