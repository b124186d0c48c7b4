import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { required } from '#engine/fields/field-errors.ts';
import { badRequest, type ErrorData, refuseCreate, refuseUpdate } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { insertRow } from '#engine/records/record-store.ts';
import { planningAreas } from '#rules/places/planning-areas.ts';
import { minuteMs } from '#rules/time/durations.ts';
import { dateText, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { mayJoinWaitlist } from '#rules/waitlist/rank-waiting.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { isoInstant, parseAskedInstant, parseInstant } from '../../platform/reads/parse-instant.ts';
import { countOpenEntries, findEntryLearner, hurryRound, noteGivenTime } from './waitlist.store.ts';

/** What hangs on the waitlist: what an entry must say, how many a learner may have, and saying no to an offer. */
export function registerWaitlistHooks(engine: Engine): void {
  engine.hooks.on('waitlist_entries', {
    beforeCreate: (event) => checkEntry(engine, event),
    insideCreate: (event) => checkCount(engine, event),
  });
  engine.hooks.on('waitlist_offers', {
    performCreate: (event) => placeGivenOffer(engine, event),
    beforeUpdate: checkAnswer,
    insideUpdate: ({ tx, record }) => hurryRound(tx, record.id, engine.clock.nowMs()),
  });
}

// Rounds are the sweeper's; what a superuser writes down is offered once, and what they leave out is as a round has it.
async function placeGivenOffer(engine: Engine, { collection, record, db }: RecordEvent): Promise<Row> {
  const nowMs = engine.clock.nowMs();
  const startMs = parseInstant(String(record.start));
  const errors: ErrorData = {};
  if (startMs === undefined) errors.start = required;
  if (!(Number(record.durationMinutes) > 0)) errors.durationMinutes = required;
  const learner = await findEntryLearner(db, String(record.entry));
  if (learner === undefined)
    errors.entry = { code: 'validation_missing_rel_records', message: 'There is no such entry.' };
  if (startMs === undefined || Object.keys(errors).length > 0) throw badRequest('Failed to create record.', errors);
  const { values } = await findPolicyAt(db, nowMs);
  record.learner ||= learner;
  record.status ||= 'open';
  record.expiresAt ||= isoInstant(nowMs + values.waitlistMinutes * minuteMs);
  const endMs = startMs + Number(record.durationMinutes) * minuteMs;
  return engine.db.transaction(async (tx) => {
    const _freed = await noteGivenTime(tx, { instructor: String(record.instructor), startMs, endMs });
    return insertRow(tx, { collection, record, extra: { _freed } });
  });
}

async function checkEntry(engine: Engine, { record, authorId, auth, system }: RecordEvent): Promise<void> {
  if (!(system || auth?.isSuperuser) || record.learner === '') record.learner = authorId;
  record.status = 'open';
  const errors: ErrorData = {};
  const areas = listOf(record.areas);
  const isArea = (area: unknown) => planningAreas.some(({ name }) => name === area);
  if (!areas || areas.length > 20 || !areas.every(isArea)) {
    errors.areas = { code: 'validation_invalid_value', message: 'Must be a list of at most 20 planning areas.' };
  }
  const windows = listOf(record.windows);
  if (!windows || windows.length > 21 || !windows.every(isWindow)) {
    const message = 'Must be a list of at most 21 {weekday, startMinute, endMinute}, each end after its start.';
    errors.windows = { code: 'validation_invalid_value', message };
  }
  const before = dayOf(String(record.before));
  const today = dateText(localDayOf(platformZone, engine.clock.nowMs()));
  if (before !== '' && (parseDate(before) === undefined || before < today)) {
    errors.before = { code: 'validation_invalid_value', message: 'Choose today or a later day.' };
  }
  if (Object.keys(errors).length > 0) throw badRequest('Failed to create record.', errors);
  record.before = before;
  record.areas = areas;
  record.windows = windows;
}

// Times may be sent wherever a day is meant.
function dayOf(text: string): string {
  const instantMs = parseAskedInstant(text);
  return instantMs === undefined ? text : dateText(localDayOf(platformZone, instantMs));
}

function listOf(value: unknown): unknown[] | undefined {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value : undefined;
}

function isWindow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { weekday, startMinute, endMinute } = value as Record<string, unknown>;
  const isWhole = (number: unknown, max: number) =>
    Number.isInteger(number) && Number(number) >= 0 && Number(number) <= max;
  return (
    isWhole(weekday, 6) &&
    isWhole(startMinute, 1440) &&
    isWhole(endMinute, 1440) &&
    Number(startMinute) < Number(endMinute)
  );
}

// The new entry is counted, too: its row is there.
async function checkCount(engine: Engine, { record, tx }: InsideEvent): Promise<void> {
  const { values } = await findPolicyAt(tx, engine.clock.nowMs());
  const open = await countOpenEntries(tx, String(record.learner));
  if (mayJoinWaitlist(open - 1, values)) return;
  const message = `You can wait for ${values.waitlistEntries} things at once. Leave one of them first.`;
  throw refuseCreate('licenceClass', 'too_many_entries', message);
}

async function checkAnswer({ record, original, auth, system }: RecordEvent): Promise<void> {
  if (!original || system || auth?.isSuperuser || record.status === original.status) return;
  if (original.status === 'open' && record.status === 'declined') return;
  const message = 'Only an open offer can be declined; it is taken by booking its time.';
  throw refuseUpdate('status', 'not_open', message);
}
