import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { usualStepMinutes } from '#rules/availability/list-slots.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { checkInstructor } from './check-instructor.ts';
import { checkListing } from './check-listing.ts';
import { knowsZone } from './zones.store.ts';

/** Judges an instructor's offer before it is written and fills in what was left out; papers wait to be looked at (docs/api.md). */
export function registerInstructorHooks(engine: Engine): void {
  engine.hooks.on('instructors', {
    async beforeCreate(event) {
      await fillIn(engine, event);
      judge(event, 'Failed to create record.');
      await checkZone(event, 'Failed to create record.');
      checkListing(event, { message: 'Failed to create record.', nowMs: engine.clock.nowMs() });
    },
    async beforeUpdate(event) {
      judge(event, 'Failed to update record.');
      await checkZone(event, 'Failed to update record.');
      checkListing(event, { message: 'Failed to update record.', nowMs: engine.clock.nowMs() });
      takeOutOfQueue(event);
    },
  });
  engine.hooks.on('instructor_documents', {
    async beforeCreate({ record }) {
      record.status ||= 'pending';
    },
  });
}

const checkedFields = ['name', 'photo', 'carPhoto', 'licenceClasses', 'vehiclePlate', 'vehicleModel'];

// What is checked must not change while somebody looks at it: it is a draft again, to be sent in anew.
function takeOutOfQueue({ record, original, auth, system }: RecordEvent): void {
  if (system || original?.status !== 'submitted' || auth?.id !== original.user) return;
  const isChanged = checkedFields.some((name) => !isDeepStrictEqual(record[name], original[name]));
  if (isChanged) record.status = 'draft';
}

/**
 * What holds where the creator says nothing: instant booking, and as many lessons a week, as long a notice, as far a horizon and as wide a gap as
 * the policies say (domain rules 2 to 4), and a start every half hour. A superuser who says nothing of the last four means none, which of the start is one
 * lesson after the other.
 */
async function fillIn(engine: Engine, { record, sent, db, auth, system }: RecordEvent): Promise<void> {
  if (!sent.has('instantBooking')) record.instantBooking = true;
  const { values } = await findPolicyAt(db, engine.clock.nowMs());
  if (!sent.has('maxPerLearnerPerWeek')) record.maxPerLearnerPerWeek = values.learnerWeekLessons;
  if (system || auth?.isSuperuser) return;
  if (!sent.has('minNoticeMinutes')) record.minNoticeMinutes = values.noticeMinutes;
  if (!sent.has('horizonDays')) record.horizonDays = values.horizonDays;
  if (!sent.has('gapMinutes')) record.gapMinutes = values.gapMinutes;
  if (!sent.has('slotStepMinutes')) record.slotStepMinutes = usualStepMinutes;
}

// A price from before stays what it was while something else is changed; what a superuser sets is taken as fact.
function judge({ record, original, sent, auth, system }: RecordEvent, message: string): void {
  // What a draft lacked is the usual once it is no draft any more.
  if (!sent.has('lessonMinutes') && Array.isArray(record.lessonMinutes) && record.lessonMinutes.length === 0) {
    record.lessonMinutes = null;
  }
  const isTrusted = system || auth?.isSuperuser === true;
  const isNewPrice = !isTrusted && record.hourlyCents !== original?.hourlyCents;
  const check = checkInstructor(record, {
    takesAnyPlace: isTrusted,
    newHourlyCents: isNewPrice ? record.hourlyCents : undefined,
  });
  if (!check.ok) throw badRequest(message, check.errors);
  Object.assign(record, check.offer);
}

// Programs know some names of zones that databases do not, and the other way round.
async function checkZone({ record, original, db }: RecordEvent, message: string): Promise<void> {
  const zone = String(record.timezone);
  if (zone === platformZone || zone === original?.timezone || (await knowsZone(db, zone))) return;
  throw badRequest(message, {
    timezone: { code: 'validation_invalid_timezone', message: 'Must be an IANA time zone such as Asia/Singapore.' },
  });
}
