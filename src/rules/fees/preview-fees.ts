import { type FeePolicy, platformFee } from './platform-fee.ts';

/** A settled lesson: what was kept, its paid minutes, the fee that was taken, and whether it belongs to the time that is looked at. */
export type SettledBefore = {
  pair: string;
  instructor: string;
  keptCents: number;
  paidMinutes: number;
  feeCents: number;
  isCounted: boolean;
};

export type InstructorFees = { instructor: string; lessons: number; feeCents: number; newFeeCents: number };

/**
 * What each instructor's fees of a time would have been under other figures (domain rule 20), beside what they were. The lessons come in the order
 * in which they were settled, those of each pair from its first on: hours and fees of before decide about the next one.
 */
export function previewFees(lessons: Iterable<SettledBefore>, policy: FeePolicy): InstructorFees[] {
  const histories = new Map<string, { paidMinutes: number; feeCents: number }>();
  const found = new Map<string, InstructorFees>();
  for (const { pair, instructor, keptCents, paidMinutes, feeCents, isCounted } of lessons) {
    const history = histories.get(pair) ?? { paidMinutes: 0, feeCents: 0 };
    const newFeeCents = platformFee({ keptCents, durationMinutes: paidMinutes }, history, policy);
    histories.set(pair, {
      paidMinutes: history.paidMinutes + paidMinutes,
      feeCents: history.feeCents + newFeeCents,
    });
    if (!isCounted) continue;
    const before = found.get(instructor) ?? { instructor, lessons: 0, feeCents: 0, newFeeCents: 0 };
    found.set(instructor, {
      instructor,
      lessons: before.lessons + 1,
      feeCents: before.feeCents + feeCents,
      newFeeCents: before.newFeeCents + newFeeCents,
    });
  }
  return [...found.values()];
}
