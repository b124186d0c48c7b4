import type { Engine } from '#engine/engine.ts';
import { badRequest, type FieldError } from '#engine/http/api-error.ts';
import type { RecordEvent, RecordHooks } from '#engine/records/record-hooks.ts';
import { parseDate } from '#rules/time/local-time.ts';
import { parseInstant } from '../../platform/reads/parse-instant.ts';
import { countAhead } from './diary.store.ts';
import { tellOfStaffHours } from './tell-of-staff-hours.ts';

type Check = (event: RecordEvent) => Record<string, FieldError>;

/** What diary records must say besides their field types (docs/api.md). */
export function registerDiaryHooks(engine: Engine): void {
  engine.hooks.on('availability_rules', checked(checkRule));
  engine.hooks.on('availability_overrides', checked(checkOverride));
  engine.hooks.on('time_off', checked(checkTimeOff));
  engine.hooks.on('holidays', checked(checkDate));
  for (const name of ['availability_rules', 'availability_overrides', 'time_off'] as const) {
    engine.hooks.on(name, {
      async insideCreate(event) {
        const { tx, record } = event;
        const count = await countAhead(tx, name, {
          instructor: String(record.instructor),
          nowMs: engine.clock.nowMs(),
        });
        if (count > mostAhead[name]) throw tooMany(name);
        await tellOfStaffHours(engine, event);
      },
      insideUpdate: (event) => tellOfStaffHours(engine, event),
      insideDelete: (event) => tellOfStaffHours(engine, event),
    });
  }
}

/** What a diary has at most from today on: every search and every list of free times reads all of it. Nobody's week or year needs as much. */
const mostAhead = { availability_rules: 200, availability_overrides: 800, time_off: 500 };
const fieldOf = { availability_rules: 'weekday', availability_overrides: 'date', time_off: 'start' };

function tooMany(name: keyof typeof mostAhead): Error {
  const message = `There are ${mostAhead[name]} of these already. Remove some first.`;
  return badRequest('Failed to create record.', { [fieldOf[name]]: { code: 'too_many_entries', message } });
}

function checked(check: Check): RecordHooks {
  const run = (text: string) => async (event: RecordEvent) => {
    const errors = check(event);
    if (Object.keys(errors).length > 0) throw badRequest(text, errors);
  };
  return { beforeCreate: run('Failed to create record.'), beforeUpdate: run('Failed to update record.') };
}

const endFirst: FieldError = { code: 'validation_invalid_value', message: 'Must be after the start.' };

const cannotBeBlank: FieldError = { code: 'validation_required', message: 'Cannot be blank.' };

// Sunday and midnight are 0, so the field types can't tell them from nothing.
function checkRule({ record, body, sent, original }: RecordEvent): Record<string, FieldError> {
  const isSaid = (name: string) => sent.has(name) && !isBlank(body.fields[name] ?? record[name]);
  const missing = ['weekday', 'startMinute'].filter((name) => !original && !isSaid(name));
  if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, cannotBeBlank]));
  return Number(record.endMinute) <= Number(record.startMinute) ? { endMinute: endFirst } : {};
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function checkTimeOff({ record }: RecordEvent): Record<string, FieldError> {
  const startMs = parseInstant(String(record.start)) ?? Number.NaN;
  const endMs = parseInstant(String(record.end)) ?? Number.NaN;
  return endMs <= startMs ? { end: endFirst } : {};
}

function checkDate({ record }: RecordEvent): Record<string, FieldError> {
  const isDate = parseDate(String(record.date)) !== undefined;
  return isDate ? {} : { date: { code: 'validation_invalid_value', message: 'Must be a date such as 2026-12-25.' } };
}

function checkOverride(event: RecordEvent): Record<string, FieldError> {
  const errors = checkDate(event);
  const windows = windowsOf(event.record.windows);
  if (windows === undefined) {
    const message = 'Must be a list of {startMinute, endMinute} within the day, each end after its start.';
    return { ...errors, windows: { code: 'validation_invalid_value', message } };
  }
  event.record.windows = windows;
  return errors;
}

function windowsOf(value: unknown): Array<{ startMinute: number; endMinute: number }> | undefined {
  if (isBlank(value)) return [];
  if (!Array.isArray(value) || value.length > 48) return undefined;
  const windows = value.map((window: unknown) => windowOf(window));
  if (!windows.every((window) => window !== undefined)) return undefined;
  return windows.sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute);
}

function windowOf(value: unknown): { startMinute: number; endMinute: number } | undefined {
  if (typeof value !== 'object' || value === null || !('startMinute' in value) || !('endMinute' in value))
    return undefined;
  const { startMinute, endMinute } = value;
  if (!isMinute(startMinute) || !isMinute(endMinute)) return undefined;
  return startMinute < endMinute ? { startMinute, endMinute } : undefined;
}

function isMinute(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1440;
}
