import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { checkRoad } from '#rules/licence/check-road.ts';
import { emptyRoad, type RoadFacts } from '#rules/licence/licence-road.ts';
import { termsInForce } from '#rules/terms/terms-versions.ts';
import { dateText, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { countLessonsTaken } from './licence.store.ts';
import { refuseRoad } from './refuse-road.ts';

/** Judges what is said about the road to a licence, and the dates of fees. */
export function registerLicenceHooks(engine: Engine): void {
  engine.hooks.on('licence_roads', {
    beforeCreate: (event) => judgeRoad(engine, event, 'Failed to create record.'),
    beforeUpdate: (event) => judgeRoad(engine, event, 'Failed to update record.'),
  });
  engine.hooks.on('test_fees', {
    beforeCreate: async (event) => judgeFee(event, 'Failed to create record.'),
    beforeUpdate: async (event) => judgeFee(event, 'Failed to update record.'),
  });
}

async function judgeRoad(engine: Engine, event: RecordEvent, message: string): Promise<void> {
  const { db, record } = event;
  const facts = factsIn(record);
  const lessons = facts.lessonsElsewhere + (await countLessonsTaken(db, String(record.user)));
  const today = dateText(localDayOf(platformZone, engine.clock.nowMs()));
  const errors = checkRoad(facts, { today, lessons });
  if (Object.keys(errors).length > 0) throw refuseRoad(message, errors);
  noteAdult(event, engine.clock.nowMs());
}

/** Writes down when somebody said to be old enough, and under which terms; who takes it back has not said it. What is moved in from elsewhere stays. */
function noteAdult({ record, original, sent, auth, system }: RecordEvent, nowMs: number): void {
  const isMovedIn = (system || auth?.isSuperuser === true) && sent.has('adultSaidAt');
  if (isMovedIn || Boolean(record.isAdult) === Boolean(original?.isAdult)) return;
  record.adultSaidAt = record.isAdult ? wireDate(nowMs) : '';
  record.adultTermsVersion = record.isAdult ? termsInForce(nowMs).version : 0;
}

function factsIn(record: Record<string, unknown>): RoadFacts {
  const entries = Object.entries(emptyRoad).map(([name, empty]) => {
    const value = record[name] ?? empty;
    return [name, typeof empty === 'number' ? Number(value) : String(value)];
  });
  return Object.fromEntries(entries) as RoadFacts;
}

function judgeFee({ record }: RecordEvent, message: string): void {
  if (parseDate(String(record.effectiveFrom)) !== undefined) return;
  throw badRequest(message, {
    effectiveFrom: { code: 'validation_invalid_value', message: 'Must be a date such as 2027-03-13.' },
  });
}
