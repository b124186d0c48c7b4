import type { RoadFacts, RoadStep } from '#rules/licence/licence-road.ts';
import type { FeeOn } from '#rules/licence/test-fees.ts';

/** The road to licence within the answer of the learner's dashboard. Local dates, integer cents. */
export type Road = {
  /** Empty while nothing was said yet. */
  id: string;
  facts: RoadFacts;
  steps: Array<RoadStep & { fee: FeeOn | null }>;
  doneSteps: number;
  lessons: number;
  /** A test that is booked and not passed; `days` is negative when it was. */
  test: { on: string; centre: string; days: number; isAfterPdl: boolean } | null;
  pdl: { expiresOn: string; days: number | null; isSeen: boolean; lessonsAfter: number };
};
