import type { RoadFacts, RoadStep } from '#rules/licence/licence-road.ts';
import type { FeeOn } from '#rules/licence/test-fees.ts';

/** The road to licence as the learner's dashboard answers it. Dates are local (`YYYY-MM-DD`), money is integer cents. */
export type RoadAnswer = {
  /** The record of `licence_roads` to change, empty when there is none yet. */
  id: string;
  facts: RoadFacts;
  /** They said to be old enough for a provisional licence. */
  isAdult: boolean;
  /** The eight steps in order; a fee where one is still to be paid and known. */
  steps: Array<RoadStep & { fee: FeeOn | null }>;
  doneSteps: number;
  /** Practical lessons so far, here and elsewhere. */
  lessons: number;
  /** The practical test that is booked and not passed; `days` from today, negative when it was. */
  test: { on: string; centre: string; days: number; isAfterPdl: boolean } | null;
  pdl: {
    expiresOn: string;
    /** Whole days from today; negative after its end, null when no date is known. */
    days: number | null;
    isSeen: boolean;
    /** Booked lessons on days after its end. */
    lessonsAfter: number;
  };
};
