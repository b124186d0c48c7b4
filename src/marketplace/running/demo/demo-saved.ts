import { dayMs } from '#rules/time/durations.ts';
import type { DemoRow } from './demo.store.ts';
import { demoId } from './demo-chance.ts';
import { isoOf } from './demo-dates.ts';
import { instructorId, learnerId } from './demo-people.ts';

/** Whom the learners want to find again, the one saved last at the end. */
const saved: ReadonlyArray<readonly [learner: string, instructors: readonly string[]]> = [
  ['mei', ['siewhoon', 'hassan', 'ravi']],
  ['aisyah', ['noraini', 'pohchoo']],
  ['weijie', ['michael']],
];

/** The rows of the demo's saved instructors: one a day up to yesterday. */
export function savedRows(nowMs: number): DemoRow[] {
  return saved.flatMap(([learner, instructors]) =>
    instructors.map((instructor, place) => {
      const at = isoOf(nowMs - (instructors.length - place) * dayMs);
      return {
        id: demoId('saved', `${learner} ${instructor}`),
        user: learnerId({ key: learner }),
        instructor: instructorId({ key: instructor }),
        created: at,
        updated: at,
      };
    }),
  );
}
