import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { checkInstructor } from './check-instructor.ts';
import { checkListing } from './check-listing.ts';

/** What holds for an instructor whose creator did not mention it: instant booking and 3 lessons a week (domain rules 2 and 4). */
const unlessSaid = { instantBooking: true, maxPerLearnerPerWeek: 3 } as const;

/** Judges an instructor's offer before it is written and fills in what was left out; papers wait to be looked at (api.md, People). */
export function registerInstructorHooks(engine: Engine): void {
  engine.hooks.on('instructors', {
    async beforeCreate(event) {
      for (const [name, value] of Object.entries(unlessSaid)) {
        if (!event.sent.has(name)) event.record[name] = value;
      }
      judge(event, 'Failed to create record.');
      await checkListing(event, 'Failed to create record.');
    },
    async beforeUpdate(event) {
      judge(event, 'Failed to update record.');
      await checkListing(event, 'Failed to update record.');
    },
  });
  engine.hooks.on('instructor_documents', {
    async beforeCreate({ record }) {
      record.status ||= 'pending';
    },
  });
}

function judge({ record, auth, system }: RecordEvent, message: string): void {
  const check = checkInstructor(record, { takesAnyPlace: system || auth?.isSuperuser === true });
  if (!check.ok) throw badRequest(message, check.errors);
  Object.assign(record, check.offer);
}
