import { countedMinutesOf, type PaidBefore } from './counted-minutes.ts';
import { type FeePolicy, platformFee } from './platform-fee.ts';

/** A settled lesson: what was kept, its paid minutes, the fee that was taken, and whether it belongs to the time that is looked at. */
export type SettledBefore = {
  pair: string;
  instructor: string;
  keptCents: number;
  paidMinutes: number;
  feeCents: number;
  /** What it cost as it was booked. */
  priceCents: number;
  isCounted: boolean;
};

export type InstructorFees = { instructor: string; lessons: number; feeCents: number; newFeeCents: number };

/**
 * What each instructor's fees of a time would have been under other figures (domain rule 20), beside what they were. The lessons come in the order
 * in which they were settled, those of each pair from its first on: hours and fees of before decide about the next one.
 */
export function previewFees(lessons: Iterable<SettledBefore>, policy: FeePolicy): InstructorFees[] {
  const histories = new Map<string, { before: PaidBefore[]; feeCents: number }>();
  const found = new Map<string, InstructorFees>();
  for (const { pair, instructor, keptCents, paidMinutes, feeCents, priceCents, isCounted } of lessons) {
    const history = histories.get(pair) ?? { before: [], feeCents: 0 };
    const counted = countedMinutesOf(history.before, { priceCents, durationMinutes: paidMinutes });
    const before = { paidMinutes: counted, feeCents: history.feeCents };
    const newFeeCents = platformFee({ keptCents, durationMinutes: paidMinutes }, before, policy);
    history.before.push({ paidMinutes, keptCents });
    histories.set(pair, { before: history.before, feeCents: history.feeCents + newFeeCents });
    if (!isCounted) continue;
    const sums = found.get(instructor) ?? { instructor, lessons: 0, feeCents: 0, newFeeCents: 0 };
    found.set(instructor, {
      instructor,
      lessons: sums.lessons + 1,
      feeCents: sums.feeCents + feeCents,
      newFeeCents: sums.newFeeCents + newFeeCents,
    });
  }
  return [...found.values()];
}
