import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findPlanningArea } from '#rules/places/planning-areas.ts';

/** Judges what staff write about pick-ups: a planning area by its name, days of the week once each, and an end after the start. */
export function registerPickupAdviceHooks(engine: Engine): void {
  engine.hooks.on('pickup_advice', {
    beforeCreate: async (event) => judge(event, 'Failed to create record.'),
    beforeUpdate: async (event) => judge(event, 'Failed to update record.'),
  });
}

function judge({ record }: RecordEvent, message: string): void {
  const errors: ErrorData = {};
  const area = findPlanningArea(String(record.area));
  if (!area) errors.area = { code: 'validation_invalid_value', message: 'There is no such area.' };
  const weekdays = weekdaysIn(record.weekdays);
  if (!weekdays) errors.weekdays = { code: 'validation_invalid_value', message: 'Must be a list of 0 (Sunday) to 6.' };
  // Without an end it holds until midnight.
  const endMinute = Number(record.endMinute) || 1440;
  if (endMinute <= Number(record.startMinute)) {
    errors.endMinute = { code: 'validation_invalid_value', message: 'Must be after the start.' };
  }
  if (Object.keys(errors).length > 0) throw badRequest(message, errors);
  Object.assign(record, { area: area?.name, weekdays, endMinute });
}

/** Days of the week in order, each once; empty for nothing, undefined for what is no such list. */
function weekdaysIn(given: unknown): number[] | undefined {
  if (given === null || given === undefined || given === '') return [];
  if (!Array.isArray(given)) return undefined;
  const isDay = (day: unknown): day is number => Number.isInteger(day) && Number(day) >= 0 && Number(day) <= 6;
  return given.every(isDay) ? [...new Set(given)].sort((one, other) => one - other) : undefined;
}
