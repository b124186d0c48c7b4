import type { Queryable } from '#engine/database/database.ts';
import { emptyRoad, planRoad, type RoadFacts, type RoadStepName } from '#rules/licence/licence-road.ts';
import { feeOn, type TestFee } from '#rules/licence/test-fees.ts';
import { dateText, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { findRoad, type KnownRoad, listTestFees } from './licence.store.ts';

/** What was read of a learner's road, before the lessons are known. */
export type RoadRead = { known: KnownRoad; fees: TestFee[] };

/** Reads a learner's own facts and the fees. */
export async function readRoad(db: Queryable, learner: string): Promise<RoadRead> {
  const [known, fees] = await Promise.all([findRoad(db, learner), listTestFees(db)]);
  return { known, fees };
}

/** The road at an instant (epoch milliseconds), given the lessons taken here and the local dates of those to come. */
export function presentRoad(
  { known, fees }: RoadRead,
  { nowMs, lessonsHere, comingDays }: { nowMs: number; lessonsHere: number; comingDays: readonly string[] },
): RoadAnswer {
  const today = dateText(localDayOf(platformZone, nowMs));
  const facts = factsOf(known);
  const lessons = lessonsHere + facts.lessonsElsewhere;
  const steps = planRoad({ facts, today, lessons, isPdlSeen: known.isPdlSeen });
  const { pdlExpiresOn, testOn } = facts;
  return {
    id: known.id ?? '',
    facts,
    isAdult: known.isAdult,
    steps: steps.map((step) => ({
      ...step,
      fee: step.state === 'done' ? null : (feeOn(fees, step.step, bookingDay(step.step, facts) || today) ?? null),
    })),
    doneSteps: steps.filter(({ state }) => state === 'done').length,
    lessons,
    test:
      testOn === '' || facts.testPassedOn !== ''
        ? null
        : {
            on: testOn,
            centre: facts.testCentre,
            days: daysBetween(today, testOn),
            isAfterPdl: pdlExpiresOn !== '' && testOn > pdlExpiresOn,
          },
    pdl: {
      expiresOn: pdlExpiresOn,
      days: pdlExpiresOn === '' ? null : daysBetween(today, pdlExpiresOn),
      isSeen: known.isPdlSeen,
      lessonsAfter: pdlExpiresOn === '' ? 0 : comingDays.filter((day) => day > pdlExpiresOn).length,
    },
  };
}

/** Fees go by the day of booking: for a test that is booked that day, for the rest today. */
function bookingDay(step: RoadStepName, facts: RoadFacts): string {
  return step === 'practical_test' ? facts.testBookedOn : '';
}

function factsOf(known: KnownRoad): RoadFacts {
  const facts: Record<string, unknown> = { ...emptyRoad };
  for (const name of Object.keys(emptyRoad)) facts[name] = known[name as keyof RoadFacts] ?? facts[name];
  return facts as RoadFacts;
}

function daysBetween(from: string, to: string): number {
  return (parseDate(to) ?? 0) - (parseDate(from) ?? 0);
}
